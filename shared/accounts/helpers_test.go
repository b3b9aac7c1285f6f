package accounts_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"stint/shared/accounts"
	"stint/shared/auth"
	"stint/shared/auth/password"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/secret"
	"stint/shared/store/peopledb"
)

var (
	master = []byte(strings.Repeat("m", 32))
	now    = domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	hasher = password.NewCheap()
)

// fakeStore answers with what its fields hold, and keeps the names of the calls that
// write or list.
type fakeStore struct {
	accounts.Store // panics for what a test does not expect

	users       map[domain.Email]people.User
	linked      *people.User // has the login of every external identity
	token       *people.MailedToken
	memberships []people.Membership
	member      *people.Member // in the invitation's details, when they are read again
	attempts    error
	errors      map[string][]error // by call, used one after the other
	calls       []string
}

func (s *fakeStore) call(name string) error {
	s.calls = append(s.calls, name)
	left := s.errors[name]
	if len(left) == 0 {
		return nil
	}
	s.errors[name] = left[1:]
	return left[0]
}

func (s *fakeStore) CountAttempt(context.Context, string, string, int) error { return s.attempts }

func (s *fakeStore) Count(_ context.Context, quotas ...domain.Quota) error { return s.attempts }

func (s *fakeStore) RecordFailedSignIn(context.Context, peopledb.FailedSignIn) error {
	return s.call("failed sign-in")
}

func (s *fakeStore) UserByEmail(_ context.Context, e domain.Email) (people.User, bool, error) {
	u, ok := s.users[e]
	return u, ok, nil
}

func (s *fakeStore) UserByExternalLogin(context.Context, string, string) (u people.User, ok bool, err error) {
	if s.linked == nil {
		return u, false, nil
	}
	return *s.linked, true, nil
}

func (s *fakeStore) ExternalMailedToken(context.Context, string) (t people.MailedToken, ok bool, err error) {
	if s.token == nil {
		return t, false, nil
	}
	return *s.token, true, nil
}

func (s *fakeStore) RehashPassword(context.Context, people.User, string) error {
	return s.call("rehash")
}

func (s *fakeStore) OpenSession(context.Context, peopledb.SignIn) error { return s.call("session") }

func (s *fakeStore) Membership(_ context.Context, _, w domain.ID) (m people.Membership, ok bool, err error) {
	for _, m := range s.memberships {
		if m.Workspace.ID == w {
			return m, true, nil
		}
	}
	return m, false, nil
}

func (s *fakeStore) Memberships(context.Context, domain.ID) (active []people.Membership, err error) {
	for _, m := range s.memberships {
		if m.Active() {
			active = append(active, m)
		}
	}
	return active, s.call("memberships")
}

func (s *fakeStore) WatchTimers(context.Context, domain.ID) error { return nil }

func (s *fakeStore) SetLastActive(_ context.Context, _, w domain.ID) error {
	return s.call("last active " + string(w))
}

func (s *fakeStore) SendTokenMail(context.Context, peopledb.TokenMail) error { return s.call("mail") }

func (s *fakeStore) CreateExternalAccount(context.Context, peopledb.ExternalRegistration) error {
	return s.call("account")
}

func (s *fakeStore) ConfirmLogin(_ context.Context, c peopledb.LoginConfirmation) error {
	if c.Change == nil {
		return s.call("confirm")
	}
	return s.call("link")
}

func (s *fakeStore) AcceptInvitation(context.Context, peopledb.Acceptance) error {
	return s.call("accept")
}

func (s *fakeStore) InvitationForUser(context.Context, people.User, domain.ID) (people.InvitationDetails, error) {
	details := people.InvitationDetails{Member: s.member}
	if s.member != nil {
		details.Invitation.AcceptedBy = s.member.UserID
	}
	return details, s.call("invitation")
}

func (s *fakeStore) service() *accounts.Service {
	c := config.Config{
		PublicURL: "https://stint.example/base", AllowedOrigins: []string{"https://app.example"}, AttemptsPerAccount: 5,
		OIDC: config.OIDC{Issuer: "https://provider.example"},
	}
	return accounts.New(c, s, hasher, secret.NewLocal(master))
}

// family runs a function inside of a request.
type family struct{ do func(r *route.Request) }

func (f *family) run(_ context.Context, c *route.Call[route.NoInput]) (route.Done, error) {
	f.do(c.Request)
	return route.OK, nil
}

// withRequest runs do with a request that has the given headers, in pairs.
func withRequest(t *testing.T, do func(r *route.Request), headers ...string) {
	t.Helper()
	server := &route.Server{Now: func() time.Time { return now.Time }}
	handler := server.Handler(&family{do}, []route.Spec{{
		ID: "test.run", Method: "GET", Path: "/run", Credential: auth.Public, Permission: auth.Everyone, Summary: "Run",
		Op: route.Op((*family).run),
	}})
	request := httptest.NewRequest("GET", "/run", nil)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, request)
	if w.Code != 200 {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
}

// outcomeOf is the code of a problem, with its field code if it has one; "OK" without
// a problem.
func outcomeOf(err error) string {
	if err == nil {
		return "OK"
	}
	p := problem.From(err)
	if len(p.Fields) > 0 {
		return string(p.Fields[0].Code)
	}
	return string(p.Code)
}

// prepareNothing leaves out what a session is answered with.
func prepareNothing(context.Context, *route.Request, *accounts.SignedIn) error { return nil }
