package auth_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"stint/shared/auth"
	"stint/shared/auth/opaque"
	"stint/shared/auth/token"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/problem"
)

var now = time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC)

// fakeBackend is the store of an authenticator, in memory.
type fakeBackend struct {
	claims   token.Claims
	identity people.Identity
	key      people.APIKey
	query    people.IdentityQuery
	reads    int
	uses     int
	useFails bool
}

func (h *fakeBackend) Verify(_ context.Context, raw string) (token.Claims, error) {
	if raw != "good" {
		return token.Claims{}, token.ErrInvalid
	}
	return h.claims, nil
}

func (h *fakeBackend) APIKey(_ context.Context, digest string) (people.APIKey, bool, error) {
	h.reads++
	return h.key, digest == h.key.Digest, nil
}

func (h *fakeBackend) Identity(_ context.Context, query people.IdentityQuery) (people.Identity, error) {
	h.reads++
	h.query = query
	return h.identity, nil
}

func (h *fakeBackend) MarkAPIKeyUsed(context.Context, people.APIKey, domain.Instant) error {
	h.uses++
	if h.useFails {
		return errors.New("storage is away")
	}
	return nil
}

func newFakeBackend() *fakeBackend {
	at := domain.InstantOf(now)
	u, w, s := domain.NewID(), domain.NewID(), domain.NewID()
	return &fakeBackend{
		claims: token.Claims{Subject: u, SessionID: s, WorkspaceID: w, ExpiresAt: now.Add(time.Minute)},
		identity: people.Identity{
			User:      &people.User{ID: u},
			Session:   &people.Session{ID: s, UserID: u, CreatedAt: at, RotatedAt: at},
			Workspace: &people.Workspace{ID: w, OwnerID: u},
			Member:    &people.Member{UserID: u, Role: people.RoleAdmin, State: people.MemberActive},
			Billing:   &money.Billing{},
		},
	}
}

func (h *fakeBackend) authenticate(request auth.Request) (auth.Caller, error) {
	authenticator := auth.NewAuthenticator(h, h, h, opaque.Live, func() time.Time { return now })
	caller, _, err := authenticator.Authenticate(context.Background(), request)
	return caller, err
}

func session(header ...string) auth.Request {
	return auth.Request{Credential: auth.Session, Authorization: header}
}

func TestAuthenticateParsesTheHeaderStrictly(t *testing.T) {
	for _, header := range []string{"Bearer good", "bearer good", "BEARER good"} {
		if _, err := newFakeBackend().authenticate(session(header)); err != nil {
			t.Errorf("%q: %v", header, err)
		}
	}
	for _, headers := range [][]string{nil, {""}, {"Bearer"}, {"Bearer "}, {"Basic good"}, {"good"}, {"Bearer good "},
		{"Bearer  good"}, {"Bearer good", "Bearer good"}} {
		h := newFakeBackend()
		if _, err := h.authenticate(session(headers...)); !problem.Is(err, problem.CodeUnauthorized) {
			t.Errorf("%q: %v, want unauthorized", headers, err)
		}
		if h.reads != 0 {
			t.Errorf("%q cost %d reads", headers, h.reads)
		}
	}
}

func TestAuthenticateAcceptsOnlyLiveSessions(t *testing.T) {
	spoil := map[string]func(h *fakeBackend){
		"no user":      func(h *fakeBackend) { h.identity.User = nil },
		"no session":   func(h *fakeBackend) { h.identity.Session = nil },
		"new password": func(h *fakeBackend) { h.identity.User.Epoch++ },
		"disabled":     func(h *fakeBackend) { h.identity.User.DisabledAt = new(domain.InstantOf(now)) },
		"idle": func(h *fakeBackend) {
			h.identity.Session.RotatedAt = domain.InstantOf(now).Plus(-people.SessionIdleTimeout)
		},
	}
	for name, f := range spoil {
		h := newFakeBackend()
		f(h)
		if _, err := h.authenticate(session("Bearer good")); !problem.Is(err, problem.CodeUnauthorized) {
			t.Errorf("%s: %v, want unauthorized", name, err)
		}
	}
}

func TestAuthenticateSetsWorkspaceOnlyForActiveMembers(t *testing.T) {
	gone := domain.InstantOf(now)
	spoil := map[string]func(h *fakeBackend){
		"workspace never was": func(h *fakeBackend) { h.identity.Workspace = nil },
		"workspace deleted":   func(h *fakeBackend) { h.identity.Workspace.DeletedAt = &gone },
		"no member":           func(h *fakeBackend) { h.identity.Member = nil },
		"deactivated":         func(h *fakeBackend) { h.identity.Member.State = people.MemberDeactivated },
		"left":                func(h *fakeBackend) { h.identity.Member.State = people.MemberLeft },
	}
	for name, f := range spoil {
		h := newFakeBackend()
		f(h)
		caller, err := h.authenticate(session("Bearer good"))
		if err != nil || caller.Workspace != nil || caller.Member != nil {
			t.Errorf("%s: placed in %v, %v; want nowhere", name, caller.Workspace, err)
		}
	}
}

func TestAuthenticateUsesTheWorkspaceInThePath(t *testing.T) {
	h, other := newFakeBackend(), domain.NewID()
	request := session("Bearer good")
	request.WorkspaceID, request.WithTimer, request.ReplayDigest = other, true, "digest"
	if _, err := h.authenticate(request); err != nil {
		t.Fatal(err)
	}
	want := people.IdentityQuery{UserID: h.claims.Subject, SessionID: h.claims.SessionID, WorkspaceID: other,
		WithTimer: true, ReplayDigest: "digest", ReplayWorkspaceID: other}
	if h.query != want {
		t.Errorf("asked %+v, want %+v", h.query, want)
	}
	request.ReplayPerUser = true
	if _, err := h.authenticate(request); err != nil || h.query.ReplayWorkspaceID != "" {
		t.Errorf("the answer is looked for in %q, want with the user alone", h.query.ReplayWorkspaceID)
	}
}

// newBackendWithKey is a hall with an API key to it.
func newBackendWithKey() (*fakeBackend, auth.Request) {
	h, key := newFakeBackend(), opaque.NewAPIKey(opaque.Live)
	h.key = people.APIKey{UserID: h.identity.User.ID, WorkspaceID: h.identity.Workspace.ID, Digest: key.Digest()}
	return h, auth.Request{Credential: auth.APIKey, Authorization: []string{"Bearer " + key.Reveal()}}
}

func TestAuthenticateAcceptsOnlyLiveKeys(t *testing.T) {
	at := domain.InstantOf(now)
	spoil := map[string]func(h *fakeBackend){
		"unknown":           func(h *fakeBackend) { h.key.Digest = "other" },
		"revoked":           func(h *fakeBackend) { h.key.RevokedAt = &at },
		"expired":           func(h *fakeBackend) { h.key.ExpiresAt = &at },
		"membership ended":  func(h *fakeBackend) { h.identity.Member.State = people.MemberDeactivated },
		"of a past epoch":   func(h *fakeBackend) { h.identity.Member.KeyEpoch++ },
		"reset":             func(h *fakeBackend) { h.identity.User.APIKeyEpoch++ },
		"user disabled":     func(h *fakeBackend) { h.identity.User.DisabledAt = &at },
		"workspace deleted": func(h *fakeBackend) { h.identity.Workspace.DeletedAt = &at },
	}
	h, request := newBackendWithKey()
	if c, err := h.authenticate(request); err != nil || c.APIKey == nil || c.WorkspaceID() != h.key.WorkspaceID {
		t.Fatalf("a good key: %v %v", c, err)
	}
	for name, f := range spoil {
		h, request := newBackendWithKey()
		f(h)
		if _, err := h.authenticate(request); !problem.Is(err, problem.CodeUnauthorized) {
			t.Errorf("%s: %v, want unauthorized", name, err)
		}
	}
}

func TestAuthenticateRefusesMistypedKeysWithoutARead(t *testing.T) {
	h, request := newBackendWithKey()
	good := request.Authorization[0]
	for name, header := range map[string]string{
		"checksum": good[:len(good)-1] + "!", "another environment": "Bearer " + opaque.NewAPIKey(opaque.Test).Reveal(),
		"an access token": "Bearer good", "cut": good[:20],
	} {
		request.Authorization = []string{header}
		if _, err := h.authenticate(request); !problem.Is(err, problem.CodeUnauthorized) || h.reads != 0 {
			t.Errorf("%s: %v after %d reads, want unauthorized after none", name, err, h.reads)
		}
	}
}

func TestAuthenticateRecordsKeyUseOnceAnHour(t *testing.T) {
	h, request := newBackendWithKey()
	recent := domain.InstantOf(now).Plus(-people.LastUsedInterval + time.Second)
	h.key.LastUsedAt = &recent
	if _, err := h.authenticate(request); err != nil || h.uses != 0 {
		t.Errorf("%d uses noted, %v; want none within the hour", h.uses, err)
	}
	hour := domain.InstantOf(now).Plus(-people.LastUsedInterval)
	h.key.LastUsedAt, h.useFails = &hour, true
	if _, err := h.authenticate(request); err != nil || h.uses != 1 {
		t.Errorf("%d uses noted, %v; want one, and its failure not to matter", h.uses, err)
	}
}

// A deleted workspace is found where a route asks for it, by its owner only, and until
// its purge begins.
func TestAuthenticateFindsDeletedWorkspacesOfTheirOwner(t *testing.T) {
	deleted := domain.InstantOf(now)
	for name, c := range map[string]struct {
		change func(w *people.Workspace)
		want   bool
	}{
		"the owner's":    {func(*people.Workspace) {}, true},
		"another's":      {func(w *people.Workspace) { w.OwnerID = domain.NewID() }, false},
		"the purge runs": {func(w *people.Workspace) { w.PurgeBegunAt = &deleted }, false},
		"purged at once": {func(w *people.Workspace) { w.PurgeAt = nil }, false},
	} {
		for _, asks := range []bool{true, false} {
			h := newFakeBackend()
			h.identity.Workspace.DeletedAt, h.identity.Workspace.PurgeAt = &deleted, &deleted
			c.change(h.identity.Workspace)
			request := session("Bearer good")
			request.WithDeleted = asks
			caller, err := h.authenticate(request)
			if found := caller.Workspace != nil; err != nil || found != (c.want && asks) {
				t.Errorf("%s, the route asks for it %t: found %t, %v", name, asks, found, err)
			}
		}
	}
}
