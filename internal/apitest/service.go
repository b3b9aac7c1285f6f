// Package apitest lets tests send requests to the service, with the functions that Main was given.
// Requests become real API Gateway events, every function runs behind its real handler, and each
// test has its own table.
package apitest

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
	"stint/shared/auth/password"
	"stint/shared/auth/token"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/dynamo"
	"stint/shared/mail"
	"stint/shared/secret"
)

// Service is a running service with its own table, which is empty at first, and its
// own clock.
type Service struct {
	t       testing.TB
	Clock   *testkit.Clock
	Probe   *testkit.Probe
	Table   *testkit.Table
	Deps    *boot.Deps
	Logs    *LogBuffer
	Mailbox *mail.Mailbox // of the mails that RunWorker sent
	Handler http.Handler

	baseOptions []Option           // of every instance
	adjust      []func(*boot.Deps) // of every instance
	keys        keyOutage

	workerDB, delivererDB func() *dynamodb.Client
}

// StartTime is the first time of a service's clock: a Wednesday noon in UTC.
var StartTime = time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC)

// BaseURL is the public URL of a service. No server listens there.
const BaseURL = "http://localhost:8080"

// Option changes the settings of a service.
type Option func(*config.Config)

// New starts a service, which ends with the test. Rate limits are off and deleted
// workspaces are purged at once, unless an option sets them.
func New(t testing.TB, options ...Option) *Service {
	t.Helper()
	return newService(t, testkit.NewClock(StartTime), nil, options...)
}

func newService(t testing.TB, clock *testkit.Clock, always []Option, options ...Option) *Service {
	t.Helper()
	s := &Service{t: t, Clock: clock, Probe: new(testkit.Probe), Logs: new(LogBuffer), baseOptions: always}
	s.workerDB, s.delivererDB = sync.OnceValue(s.newWorkerClient), sync.OnceValue(s.newDelivererClient)
	s.Mailbox = mail.NewMailbox(s.Clock.Now)
	s.open(options...)
	return s
}

// open gives the service an empty table and a first instance over it.
func (s *Service) open(options ...Option) {
	s.t.Helper()
	s.Table, s.Deps = testkit.NewTable(s.t, s.Probe.Attach, accessEnforcer{service: s}.attach), nil
	s.Handler = s.NewInstance(options...)
}

// NewInstance makes another set of functions with the same table, as further Lambda
// instances.
func (s *Service) NewInstance(options ...Option) http.Handler {
	return s.NewInstanceAt(s.Clock.Now, options...)
}

// NewInstanceAt is NewInstance with a clock of its own. The clocks of instances differ.
func (s *Service) NewInstanceAt(now func() time.Time, options ...Option) http.Handler {
	c := defaultConfig(s.Table.Name)
	for _, o := range slices.Concat(s.baseOptions, options) {
		o(&c)
	}
	d := s.newDeps(c, now)
	if s.Deps == nil {
		s.Deps = d
	}
	return s.newGateway(d)
}

// defaultConfig are the settings of a service without options.
func defaultConfig(table string) config.Config {
	return config.Config{
		Table: table, DynamoDBEndpoint: "unused", Region: "us-east-1", Env: "local", PublicURL: BaseURL, AppBaseURL: BaseURL,
		PasskeyRPID: "localhost", MaxBody: config.DefaultMaxBody, LocalKey: bytes.Repeat([]byte("m"), 32),
		MailFrom: "stint@localhost", Version: "test", Commit: "0a1b2c", FreshFor: config.DefaultFreshFor,
	}
}

// signingKey is the same in all services, to save time.
var signingKey = sync.OnceValues(token.NewLocalKey)

func (s *Service) newDeps(c config.Config, now func() time.Time) *boot.Deps {
	key, err := signingKey()
	if err != nil {
		s.t.Fatal(err)
	}
	d, err := boot.New(s.t.Context(), c, boot.Options{
		Now: now, SigningKey: testedKey{key, &s.keys}, DB: s.Table.Client, Hasher: password.NewCheap(),
		Secrets: secretEnforcer{Source: secret.NewLocal(c.LocalKey), service: s},
		Log:     slog.New(slog.NewJSONHandler(s.Logs, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	d.Store.SubmitTime, d.Store.AbandonTime = patience, patience
	s.adjustDeps(d)
	return d
}

func (s *Service) adjustDeps(d *boot.Deps) {
	for _, change := range s.adjust {
		change(d)
	}
}

// Adjust changes what the first instance is made from, and all that follow, such as those of Restore and workers.
func (s *Service) Adjust(change func(*boot.Deps)) {
	change(s.Deps)
	s.adjust = append(s.adjust, change)
}

// patience is how long the service may take where a limit protects a user from waiting. Tests
// of such limits set them, and in all others a busy machine must not reach them.
const patience = time.Minute

// Request is an HTTP request. Fields with the zero value are left out.
type Request struct {
	Method, Path string
	Body         any    // a string is sent unchanged, other values as JSON
	Bearer       string // access token or API key
	Header       map[string]string
	Cookies      []*http.Cookie
	ClientIP     string          // default 192.0.2.1
	Context      context.Context // default context.Background(); the calls of the database that the request makes have it
}

// Send sends a request to the first instance.
func (s *Service) Send(r Request) *Answer { return s.SendTo(s.Handler, r) }

// SendTo sends a request to an instance.
func (s *Service) SendTo(instance http.Handler, r Request) *Answer {
	request := httptest.NewRequest(r.Method, BaseURL+r.Path, encodeBody(s.t, r.Body))
	if r.Body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if r.Bearer != "" {
		request.Header.Set("Authorization", "Bearer "+r.Bearer)
	}
	for name, value := range r.Header {
		request.Header.Set(name, value)
	}
	for _, c := range r.Cookies {
		request.AddCookie(c)
	}
	if r.ClientIP != "" {
		request.RemoteAddr = r.ClientIP + ":40000"
	}
	if r.Context != nil {
		request = request.WithContext(r.Context)
	}
	recorder := httptest.NewRecorder()
	instance.ServeHTTP(recorder, request)
	return &Answer{t: s.t, Request: r, Status: recorder.Code, Header: recorder.Header(), Body: recorder.Body.Bytes()}
}

func encodeBody(t testing.TB, body any) *strings.Reader {
	switch b := body.(type) {
	case nil:
		return strings.NewReader("")
	case string:
		return strings.NewReader(b)
	}
	out, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReader(string(out))
}

// NewLagging is New for tests of races and models. The global indexes lag behind the
// table until the end of the test, or until the probe is reset: lists that span users
// find nothing, and all else must work. One user's list needs user_id.
func NewLagging(t testing.TB, options ...Option) *Service {
	t.Helper()
	s := New(t, options...)
	s.Probe.Inject(testkit.Fault{
		Where: testkit.OnIndexes(dynamo.IndexWorkspace, dynamo.IndexProject, dynamo.IndexChange), Times: testkit.Always,
		Effect: testkit.EmptyIndex,
	})
	return s
}

// LogBuffer keeps what the service logs, for tests of what must not be in the log.
type LogBuffer struct {
	mu    sync.Mutex
	lines bytes.Buffer
}

func (l *LogBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.Write(b)
}

// String is what was logged since the last Take. It leaves it in the buffer.
func (l *LogBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.String()
}

// Take is what was logged since the last Take. It takes it out of the buffer.
func (l *LogBuffer) Take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	taken := l.lines.String()
	l.lines.Reset()
	return taken
}

// Snapshot is what a service stores, and the time of its clock.
type Snapshot struct {
	items   []map[string]types.AttributeValue
	now     time.Time
	options []Option
}

// TakeSnapshot remembers the state of the service. A test that begins from one state many
// times prepares it once, which takes much less time than a new service for each. The options
// are those of the instance that Restore makes.
func (s *Service) TakeSnapshot(options ...Option) Snapshot {
	s.t.Helper()
	return Snapshot{items: testkit.Dump(s.t, s.Table), now: s.Clock.Now(), options: options}
}

// NewSnapshot is a state that was kept outside of a service: its items and the time of its clock.
func NewSnapshot(items []map[string]types.AttributeValue, now time.Time) Snapshot {
	return Snapshot{items: items, now: now}
}

// Restore gives the service the state of the snapshot, and a new instance that remembers
// nothing. Faults, logs and mails are gone. Users of the service stay valid. Failures are those
// of t from now on.
func (s *Service) Restore(t testing.TB, from Snapshot) {
	t.Helper()
	s.t, s.Logs, s.Mailbox, s.Deps = t, new(LogBuffer), mail.NewMailbox(s.Clock.Now), nil
	s.Probe.Reset()
	s.Clock.Set(from.now)
	s.Table.Restore(t, from.items)
	s.Handler = s.NewInstance(from.options...)
}
