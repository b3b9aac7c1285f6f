// Package apitest lets tests drive the whole service as its users do: requests
// become real API Gateway events, every function runs behind its real handler,
// and the data lies in a table of the test's own.
package apitest

import (
	"bytes"
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

	"stint/functions"
	"stint/shared/auth/password"
	"stint/shared/auth/token"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/gateway"
	"stint/shared/mail"
	"stint/shared/testkit"
)

// House is one running service with an empty table and a clock of its own.
type House struct {
	t       testing.TB
	Clock   *testkit.Clock
	Probe   *testkit.Probe
	Table   *testkit.Table
	Deps    *boot.Deps
	Logs    *Log
	Mailbox *mail.Mailbox // what the worker delivered
	Handler http.Handler

	always   []Option // of every instance
	workerDB func() *dynamodb.Client
}

// Start is when a house's clock stands at first: a Wednesday noon in UTC.
var Start = time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC)

// Address is where a house seems to be reached.
const Address = "http://localhost:8080"

// Option changes the settings of a house.
type Option func(*config.Config)

// New opens a house. Limits are off unless an option sets them.
func New(t testing.TB, options ...Option) *House {
	t.Helper()
	return open(t, testkit.NewClock(Start), nil, options...)
}

func open(t testing.TB, clock *testkit.Clock, always []Option, options ...Option) *House {
	t.Helper()
	h := &House{t: t, Clock: clock, Probe: new(testkit.Probe), Logs: new(Log), always: always}
	h.workerDB = sync.OnceValue(h.workerClient)
	h.Mailbox = mail.NewMailbox(h.Clock.Now)
	h.Table = testkit.NewTable(t, h.Probe.Attach, officer{house: h}.join)
	h.Handler = h.Instance(options...)
	return h
}

// Instance is one more set of functions over the same table, with a database
// client of its own: other Lambda instances, so to speak.
func (h *House) Instance(options ...Option) http.Handler {
	c := Settings(h.Table.Name)
	for _, o := range slices.Concat(h.always, options) {
		o(&c)
	}
	d := h.deps(c)
	if h.Deps == nil {
		h.Deps = d
	}
	return functions.Gateway(d, gateway.Options{ErrorsBase: c.PublicURL, Around: around})
}

// Settings are those of a house over the table.
func Settings(table string) config.Config {
	return config.Config{
		Table: table, Endpoint: "unused", Region: "us-east-1", Env: "local", PublicURL: Address, AppBaseURL: Address,
		MaxBody: config.DefaultMaxBody, MasterSecret: bytes.Repeat([]byte("m"), 32), MailFrom: "stint@localhost", Version: "test",
	}
}

// signing is made once: generating keys is not what the tests are about.
var signing = sync.OnceValues(token.NewLocalKey)

func (h *House) deps(c config.Config) *boot.Deps {
	key, err := signing()
	if err != nil {
		h.t.Fatal(err)
	}
	d, err := boot.New(h.t.Context(), c, boot.Options{
		Now: h.Clock.Now, Signing: key, DB: h.Table.Client, Hasher: password.Cheap(),
		Log: slog.New(slog.NewJSONHandler(h.Logs, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return d
}

// Request is one request. The zero value of each field is left out.
type Request struct {
	Method, Path string
	Body         any    // a string is sent as it is, all else as JSON
	Bearer       string // access token or API key
	Header       map[string]string
	Cookies      []*http.Cookie
	Address      string // of the client; default 192.0.2.1
}

// Send sends a request to the house's first instance.
func (h *House) Send(r Request) *Answer { return h.SendTo(h.Handler, r) }

// SendTo sends a request to an instance.
func (h *House) SendTo(instance http.Handler, r Request) *Answer {
	request := httptest.NewRequest(r.Method, Address+r.Path, bodyOf(h.t, r.Body))
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
	if r.Address != "" {
		request.RemoteAddr = r.Address + ":40000"
	}
	recorder := httptest.NewRecorder()
	instance.ServeHTTP(recorder, request)
	return &Answer{t: h.t, Request: r, Status: recorder.Code, Header: recorder.Header(), Body: recorder.Body.Bytes()}
}

func bodyOf(t testing.TB, body any) *strings.Reader {
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

// Log keeps what the service logs, for checks on what must not be in it.
type Log struct {
	mu    sync.Mutex
	lines bytes.Buffer
}

func (l *Log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.Write(b)
}

// String is everything logged so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.String()
}
