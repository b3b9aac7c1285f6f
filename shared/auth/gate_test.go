package auth_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"stint/shared/auth"
	"stint/shared/auth/apikey"
	"stint/shared/auth/token"
	"stint/shared/domain"
	"stint/shared/problem"
)

var now = time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC)

// hall is a gate with everything behind it in memory.
type hall struct {
	claims   token.Claims
	who      domain.Who
	key      domain.APIKey
	asked    domain.WhoAsked
	reads    int
	uses     int
	useFails bool
}

func (h *hall) Verify(_ context.Context, raw string) (token.Claims, error) {
	if raw != "good" {
		return token.Claims{}, token.ErrInvalid
	}
	return h.claims, nil
}

func (h *hall) APIKey(_ context.Context, digest string) (domain.APIKey, bool, error) {
	h.reads++
	return h.key, digest == h.key.Digest, nil
}

func (h *hall) Who(_ context.Context, asked domain.WhoAsked) (domain.Who, error) {
	h.reads++
	h.asked = asked
	return h.who, nil
}

func (h *hall) KeyUsed(context.Context, domain.APIKey, domain.Instant) error {
	h.uses++
	if h.useFails {
		return errors.New("storage is away")
	}
	return nil
}

func newHall() *hall {
	at := domain.At(now)
	u, w, s := domain.NewID(), domain.NewID(), domain.NewID()
	return &hall{
		claims: token.Claims{Subject: u, SessionID: s, WorkspaceID: w, ExpiresAt: now.Add(time.Minute)},
		who: domain.Who{
			User:      &domain.User{ID: u},
			Session:   &domain.Session{ID: s, UserID: u, CreatedAt: at, RotatedAt: at},
			Workspace: &domain.Workspace{ID: w, OwnerID: u},
			Member:    &domain.Member{UserID: u, Role: domain.Admin, State: domain.Active},
			Billing:   &domain.Billing{},
		},
	}
}

func (h *hall) admit(asked auth.Asked) (auth.Caller, error) {
	gate := auth.NewGate(h, h, apikey.Live, func() time.Time { return now })
	caller, _, err := gate.Admit(context.Background(), asked)
	return caller, err
}

func session(header ...string) auth.Asked {
	return auth.Asked{Credential: auth.Session, Authorization: header}
}

func TestGateReadsTheAuthorizationHeaderStrictly(t *testing.T) {
	for _, header := range []string{"Bearer good", "bearer good", "BEARER good"} {
		if _, err := newHall().admit(session(header)); err != nil {
			t.Errorf("%q: %v", header, err)
		}
	}
	for _, headers := range [][]string{nil, {""}, {"Bearer"}, {"Bearer "}, {"Basic good"}, {"good"}, {"Bearer good "}, {"Bearer  good"}, {"Bearer good", "Bearer good"}} {
		h := newHall()
		if _, err := h.admit(session(headers...)); !problem.Is(err, problem.Unauthorized) {
			t.Errorf("%q: %v, want unauthorized", headers, err)
		}
		if h.reads != 0 {
			t.Errorf("%q cost %d reads", headers, h.reads)
		}
	}
}

func TestGateLetsOnlyLivingSessionsIn(t *testing.T) {
	spoil := map[string]func(h *hall){
		"no user":      func(h *hall) { h.who.User = nil },
		"no session":   func(h *hall) { h.who.Session = nil },
		"new password": func(h *hall) { h.who.User.Epoch++ },
		"idle":         func(h *hall) { h.who.Session.RotatedAt = domain.At(now).Plus(-domain.SessionIdle) },
	}
	for name, f := range spoil {
		h := newHall()
		f(h)
		if _, err := h.admit(session("Bearer good")); !problem.Is(err, problem.Unauthorized) {
			t.Errorf("%s: %v, want unauthorized", name, err)
		}
	}
}

func TestGatePlacesCallersOnlyWhereTheyStillBelong(t *testing.T) {
	gone := domain.At(now)
	spoil := map[string]func(h *hall){
		"workspace never was": func(h *hall) { h.who.Workspace = nil },
		"workspace deleted":   func(h *hall) { h.who.Workspace.DeletedAt = &gone },
		"no member":           func(h *hall) { h.who.Member = nil },
		"deactivated":         func(h *hall) { h.who.Member.State = domain.Deactivated },
		"left":                func(h *hall) { h.who.Member.State = domain.Left },
	}
	for name, f := range spoil {
		h := newHall()
		f(h)
		caller, err := h.admit(session("Bearer good"))
		if err != nil || caller.Workspace != nil || caller.Member != nil {
			t.Errorf("%s: placed in %v, %v; want nowhere", name, caller.Workspace, err)
		}
	}
}

func TestGateAsksForTheWorkspaceInThePath(t *testing.T) {
	h, other := newHall(), domain.NewID()
	asked := session("Bearer good")
	asked.WorkspaceID, asked.Timer, asked.Replay = other, true, "digest"
	if _, err := h.admit(asked); err != nil {
		t.Fatal(err)
	}
	want := domain.WhoAsked{UserID: h.claims.Subject, SessionID: h.claims.SessionID, WorkspaceID: other, Timer: true, Replay: "digest", ReplayIn: other}
	if h.asked != want {
		t.Errorf("asked %+v, want %+v", h.asked, want)
	}
	asked.ReplayAlone = true
	if _, err := h.admit(asked); err != nil || h.asked.ReplayIn != "" {
		t.Errorf("the answer is looked for in %q, want with the user alone", h.asked.ReplayIn)
	}
}

// keyed is a hall with an API key to it.
func keyed() (*hall, auth.Asked) {
	h, key := newHall(), apikey.New(apikey.Live)
	h.key = domain.APIKey{UserID: h.who.User.ID, WorkspaceID: h.who.Workspace.ID, Digest: key.Digest()}
	return h, auth.Asked{Credential: auth.Key, Authorization: []string{"Bearer " + key.Reveal()}}
}

func TestGateLetsOnlyLivingKeysIn(t *testing.T) {
	at := domain.At(now)
	spoil := map[string]func(h *hall){
		"unknown":           func(h *hall) { h.key.Digest = "other" },
		"revoked":           func(h *hall) { h.key.RevokedAt = &at },
		"expired":           func(h *hall) { h.key.ExpiresAt = &at },
		"membership ended":  func(h *hall) { h.who.Member.State = domain.Deactivated },
		"of a past epoch":   func(h *hall) { h.who.Member.KeyEpoch++ },
		"workspace deleted": func(h *hall) { h.who.Workspace.DeletedAt = &at },
	}
	h, asked := keyed()
	if c, err := h.admit(asked); err != nil || c.Key == nil || c.WorkspaceID() != h.key.WorkspaceID {
		t.Fatalf("a good key: %v %v", c, err)
	}
	for name, f := range spoil {
		h, asked := keyed()
		f(h)
		if _, err := h.admit(asked); !problem.Is(err, problem.Unauthorized) {
			t.Errorf("%s: %v, want unauthorized", name, err)
		}
	}
}

func TestGateRefusesMistypedKeysWithoutARead(t *testing.T) {
	h, asked := keyed()
	good := asked.Authorization[0]
	for name, header := range map[string]string{
		"checksum": good[:len(good)-1] + "!", "another environment": "Bearer " + apikey.New(apikey.Test).Reveal(),
		"an access token": "Bearer good", "cut": good[:20],
	} {
		asked.Authorization = []string{header}
		if _, err := h.admit(asked); !problem.Is(err, problem.Unauthorized) || h.reads != 0 {
			t.Errorf("%s: %v after %d reads, want unauthorized after none", name, err, h.reads)
		}
	}
}

func TestGateNotesTheUseOfAKeyOnceAnHour(t *testing.T) {
	h, asked := keyed()
	recent := domain.At(now).Plus(-domain.UsedEvery + time.Second)
	h.key.LastUsedAt = &recent
	if _, err := h.admit(asked); err != nil || h.uses != 0 {
		t.Errorf("%d uses noted, %v; want none within the hour", h.uses, err)
	}
	hour := domain.At(now).Plus(-domain.UsedEvery)
	h.key.LastUsedAt, h.useFails = &hour, true
	if _, err := h.admit(asked); err != nil || h.uses != 1 {
		t.Errorf("%d uses noted, %v; want one, and its failure not to matter", h.uses, err)
	}
}
