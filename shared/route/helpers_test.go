package route_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/edge"
	"stint/shared/route"
)

// Family has an operation of each kind. It records what happens, and its fields
// set the errors that its parts return.
type Family struct {
	mu      sync.Mutex
	steps   []string // what was asked, in order
	find    error    // of the finder
	guard   error    // of the record
	work    error    // of the operation
	version int64    // of the record
	seen    *route.Request
	put     domain.ReplayRecord // what the last create remembered
}

func (f *Family) step(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.steps = append(f.steps, name)
}

type record struct{ f *Family }

func (x record) Authorize(auth.Caller, auth.Permission) error {
	x.f.step("guard")
	return x.f.guard
}

type editInput struct {
	Body struct {
		Name string `json:"name" minLength:"1"`
	}
}

type thingAnswer struct {
	ID   string   `json:"id"`
	List []string `json:"list"`
	route.Versioned
}

func (f *Family) findRecord(_ context.Context, r *route.Request) (record, error) {
	f.step("find")
	f.seen = r
	return record{f}, f.find
}

func (f *Family) show(_ context.Context, c *route.Call[route.NoInput], _ record) (thingAnswer, error) {
	f.step("work")
	return thingAnswer{ID: string(c.ID("thingId")), Versioned: route.Versioned{Version: f.version}}, f.work
}

func (f *Family) edit(_ context.Context, c *route.Call[editInput], _ record) (thingAnswer, error) {
	f.step("work")
	if _, err := c.ReadValid(); err != nil {
		return thingAnswer{}, err
	}
	if err := c.CheckIfMatch(f.version); err != nil {
		return thingAnswer{}, err
	}
	return thingAnswer{ID: string(c.ID("thingId")), Versioned: route.Versioned{Version: f.version + 1}}, f.work
}

func (f *Family) create(_ context.Context, c *route.Call[editInput]) (thingAnswer, error) {
	f.step("work")
	if _, err := c.ReadValid(); err != nil {
		return thingAnswer{}, err
	}
	answer := thingAnswer{ID: "new", Versioned: route.Versioned{Version: 1}}
	f.put = c.Remember(answer)
	return answer, f.work
}

func (f *Family) add(_ context.Context, _ *route.Request, in editInput) (route.Done, error) {
	f.step("work on " + in.Body.Name)
	return route.OK, f.work
}

func (f *Family) rename(_ context.Context, _ *route.Request, in editInput, _ record) (route.Done, error) {
	f.step("work on " + in.Body.Name)
	return route.OK, f.work
}

func (f *Family) lookup(_ context.Context, c *route.Call[route.NoInput]) (map[string]string, error) {
	f.step("work")
	f.seen = c.Request
	return map[string]string{"token": c.PathValue("token")}, f.work
}

var (
	show = route.Spec{ID: "things.show", Method: "GET", Path: "/api/things/{thingId}", Credential: auth.Session,
		Permission: auth.ReadWorkspace, Summary: "s", Op: route.OnRecord((*Family).findRecord, (*Family).show)}
	edit = route.Spec{ID: "things.edit", Method: "PATCH", Path: "/api/things/{thingId}", Credential: auth.Session,
		Permission: auth.ManageTags, Summary: "s", Op: route.OnRecord((*Family).findRecord, (*Family).edit)}
	create = route.Spec{ID: "things.create", Method: "POST", Path: "/api/things", Credential: auth.Session,
		Permission: auth.TrackTime, Summary: "s", Creates: true, Op: route.Op((*Family).create)}
	lookup = route.Spec{ID: "things.lookup", Method: "GET", Path: "/api/lookup/{token}", Credential: auth.Public,
		Permission: auth.Everyone, Limit: route.LimitToken, Summary: "s", Op: route.Op((*Family).lookup)}
	guest = route.Spec{ID: "things.guest", Method: "DELETE", Path: "/api/workspaces/{workspaceId}/things/{thingId}",
		Credential: auth.Session, Permission: auth.ManageTags, Limit: route.LimitAccount, Summary: "s",
		Op: route.OnRecord((*Family).findRecord, (*Family).edit)}
	bulk = route.Spec{ID: "things.bulk", Method: "POST", Path: "/api/things:bulk", Credential: auth.APIKey,
		Permission: auth.TrackTime, Summary: "s", Op: route.Op((*Family).create)}
)

var apply = route.Spec{ID: "things.apply", Method: "POST", Path: "/api/things:apply", Credential: auth.APIKey,
	Permission: auth.ManageTags, Preview: route.Preview{Names: []string{"dryRun", "dry_run"}, Value: "true"}, Summary: "s",
	Op: route.Op((*Family).create)}

var begin = route.Spec{ID: "things.begin", Method: "GET", Path: "/api/begin", Credential: auth.Public,
	Permission: auth.Everyone, NoHead: true, Summary: "s", Op: route.Op((*Family).lookup)}

// add and rename take their input as an argument.
var (
	add = route.Spec{ID: "things.add", Method: "POST", Path: "/api/things:add", Credential: auth.Session,
		Permission: auth.ManageTags, Summary: "s", Op: route.OpWithInput((*Family).add)}
	rename = route.Spec{ID: "things.rename", Method: "PUT", Path: "/api/things/{thingId}/name", Credential: auth.Session,
		Permission: auth.ManageTags, Summary: "s", Op: route.OnRecordWithInput((*Family).findRecord, (*Family).rename)}
)

var table = []route.Spec{show, edit, create, lookup, guest, bulk, apply, begin, add, rename}

// fakeAuthenticator finds the caller that a test sets, and remembers answers.
type fakeAuthenticator struct {
	f        *Family
	caller   auth.Caller
	err      error
	requests []auth.Request
	replay   func(request auth.Request) *domain.Replay
}

func (g *fakeAuthenticator) Authenticate(_ context.Context, request auth.Request) (auth.Caller, *domain.Replay, error) {
	g.f.step("admit")
	g.requests = append(g.requests, request)
	if g.err != nil {
		return auth.Caller{}, nil, g.err
	}
	if request.ReplayDigest != "" && g.replay != nil {
		return g.caller, g.replay(request), nil
	}
	return g.caller, nil, nil
}

// limiter counts into a list.
type limiter struct {
	f       *Family
	err     error
	counted []string
}

func (l *limiter) CountAttempt(_ context.Context, kind, subject string, _ int) error {
	l.f.step("limit")
	l.counted = append(l.counted, kind+" "+subject)
	return l.err
}

// testServer is a server around the family.
type testServer struct {
	t             *testing.T
	family        *Family
	authenticator *fakeAuthenticator
	limiter       *limiter
	handler       http.Handler
}

const (
	recordID    = "0197f5a0-0000-7000-8000-000000000001"
	workspaceID = "0197f5a0-0000-7000-8000-000000000002"
	maxBody     = 64
)

// newTestServer has a caller of that role in a workspace; "" is in none.
func newTestServer(t *testing.T, role people.Role) *testServer {
	f := &Family{version: 3}
	h := &testServer{t: t, family: f, authenticator: &fakeAuthenticator{f: f, caller: caller(role)},
		limiter: &limiter{f: f}}
	now := func() time.Time { return time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC) }
	server := &route.Server{Authenticator: h.authenticator, Limiter: h.limiter, Now: now, MaxBody: maxBody,
		AttemptsPerNetwork: 60}
	h.handler = edge.Wrap(edge.Options{Log: slog.New(slog.DiscardHandler), Now: now}, server.Handler(f, table))
	return h
}

func caller(role people.Role) auth.Caller {
	c := auth.Caller{User: people.User{ID: "user"}}
	if role == "" {
		return c
	}
	c.Workspace, c.Billing = &people.Workspace{ID: workspaceID}, &money.Billing{}
	c.Member = &people.Member{UserID: "user", Role: role, State: people.MemberActive}
	return c
}

// send sends a request with pairs of header names and values.
func (h *testServer) send(method, target, body string, header ...string) *httptest.ResponseRecorder {
	h.t.Helper()
	r := httptest.NewRequest(method, "http://stint.example/", strings.NewReader(body))
	var err error
	if r.URL, err = url.ParseRequestURI(target); err != nil {
		h.t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header[header[i]] = append(r.Header[header[i]], header[i+1])
	}
	w := httptest.NewRecorder()
	ctx := edge.WithGatewayInfo(r.Context(), edge.GatewayInfo{RequestID: "gw-1", ClientAddress: "192.0.2.7"})
	h.handler.ServeHTTP(w, r.WithContext(ctx))
	return w
}

// outcomeOf is the status, or the code of a problem in the body.
func outcomeOf(w *httptest.ResponseRecorder) string {
	var body struct{ Type, Detail string }
	_ = json.Unmarshal(w.Body.Bytes(), &body)
	answer := http.StatusText(w.Code)
	if _, code, ok := strings.Cut(body.Type, "/errors/"); ok {
		answer = code
		if code == "forbidden" {
			answer = body.Detail
		}
	}
	return answer
}

// want checks the answer and what happened on the way to it.
func (h *testServer) want(w *httptest.ResponseRecorder, answer string, steps ...string) {
	h.t.Helper()
	if g := outcomeOf(w); g != answer {
		h.t.Errorf("answer %s, want %s\n%s", g, answer, w.Body)
	}
	if !slices.Equal(h.family.steps, steps) {
		h.t.Errorf("%s: steps %v, want %v", answer, h.family.steps, steps)
	}
	h.family.steps = nil
}
