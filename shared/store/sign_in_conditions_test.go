package store

import (
	"errors"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/table"
)

// A code, a challenge and the answer to a device are used once, also by requests that read the same record.
func TestCodesAreUsedOnce(t *testing.T) {
	b := newTestStore(t)
	now := b.core.Instant()
	ends := now.Plus(time.Hour)
	factor := people.NewSecondFactor([]byte("sealed"))
	factor.EnabledAt, factor.RecoveryCodes = &now, map[string]bool{"recovery": true}
	u := people.User{ID: domain.NewID(), EmailVerified: true, SecondFactor: factor, Passkeys: 1, Version: 1}
	code := people.AuthorizationCode{Digest: "code", ExpiresAt: ends}
	open := people.DeviceAuthorization{Digest: "device", Status: people.DevicePending, ExpiresAt: ends}
	allowed := people.DeviceAuthorization{Digest: "allowed", Status: people.DeviceAllowed, ExpiresAt: ends}
	grant := people.NewGrant(u, people.Member{}, people.Workspace{}, people.App{}, people.AccessRead, now)
	polled := open
	polled.Digest = "polled"
	passkey := people.Passkey{ID: domain.NewID(), UserID: u.ID, Version: 1}
	ceremony := people.PasskeyCeremony{Digest: "challenge", UserID: u.ID, ExpiresAt: ends}
	b.write(t, table.Encode(key.Profile(u.ID), u), table.Encode(key.AuthorizationCode("code"), code),
		table.Encode(key.DeviceAuthorization("device"), open), table.Encode(key.DeviceAuthorization("polled"), polled),
		table.Encode(key.DeviceAuthorization("allowed"), allowed), table.Encode(key.Passkey(u.ID, passkey.ID), passkey),
		table.Encode(key.PasskeyCeremony("challenge"), ceremony), table.Encode(key.APIKey(grant.Digest), grant))
	is := func(want error) func(error) bool { return func(err error) bool { return errors.Is(err, want) } }
	has := func(code problem.Code) func(error) bool { return func(err error) bool { return problem.Is(err, code) } }
	step := people.CodeUse{UserID: u.ID, Sealed: factor.Sealed, Step: "7"}
	later := polled
	later.PolledAt = &now
	session := people.Session{ID: domain.NewID(), UserID: u.ID, CreatedAt: now, Provider: &people.ProviderGrant{}}
	b.write(t, table.Encode(key.Session(u.ID, session.ID), session))
	for _, c := range []struct {
		name  string
		write func() error
		is    func(error) bool // the error of the second one
	}{
		{"a code of an app", func() error { return b.UseAuthorizationCode(ctx(t), code, grant, now) },
			is(peopledb.ErrCodeSpent)},
		{"a decision on a device", func() error { return b.RefuseDevice(ctx(t), open) }, is(peopledb.ErrDeviceChanged)},
		{"a question of a device", func() error { return b.NoteQuestion(ctx(t), polled, later) },
			is(peopledb.ErrDeviceChanged)},
		{"the tokens of a device", func() error { return b.UseDeviceAuthorization(ctx(t), allowed, grant, now) },
			is(peopledb.ErrDeviceChanged)},
		{"a question to the provider", func() error { return b.BeginAsking(ctx(t), session, session.AskingProvider(now)) },
			has(problem.CodeConflict)},
		{"a code of the second factor", func() error { return b.UseCode(ctx(t), step) },
			has(problem.CodeValidation)},
		{"new recovery codes", func() error {
			use := people.CodeUse{UserID: u.ID, Sealed: factor.Sealed, Recovery: "recovery"}
			return b.ReplaceRecoveryCodes(ctx(t), u, use, []string{"new"})
		}, has(problem.CodeValidation)},
		{"a challenge", func() error {
			now := u
			now.Version = 2 // as the recovery codes left it
			return b.AddPasskey(ctx(t), now, people.Passkey{ID: domain.NewID(), UserID: u.ID, Version: 1}, ceremony)
		}, has(problem.CodeValidation)},
		{"a passkey is deleted", func() error {
			now := u
			now.Version = 3
			return b.DeletePasskey(ctx(t), now, passkey)
		}, has(problem.CodeNotFound)},
	} {
		if err := c.write(); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if err := c.write(); !c.is(err) {
			t.Errorf("%s, again: %v", c.name, err)
		}
	}
	wantCode(t, b.RenamePasskey(ctx(t), passkey), problem.CodeNotFound)
	refused := allowed
	refused.Status = people.DevicePending
	if err := b.NoteQuestion(ctx(t), refused, refused); !errors.Is(err, peopledb.ErrDeviceChanged) {
		t.Errorf("a question of a device whose user decided: %v", err)
	}
}

// The factors of an account are changed as they were read.
func TestFactorsAreChangedAsTheyWereRead(t *testing.T) {
	b := newTestStore(t)
	now := b.core.Instant()
	factor := people.NewSecondFactor([]byte("sealed"))
	factor.EnabledAt, factor.RecoveryCodes = &now, map[string]bool{"recovery": true}
	u := people.User{ID: domain.NewID(), SecondFactor: factor, Version: 2}
	b.write(t, table.Encode(key.Profile(u.ID), u), table.Encode(key.PasskeyCeremony("challenge"),
		people.PasskeyCeremony{Digest: "challenge", UserID: u.ID}))
	read := u
	read.Version = 1
	replace := func(u people.User, recovery string) error {
		return b.ReplaceRecoveryCodes(ctx(t), u, people.CodeUse{UserID: u.ID, Sealed: factor.Sealed, Recovery: recovery},
			[]string{"new"})
	}
	wantCode(t, b.AddPasskey(ctx(t), read, people.Passkey{ID: domain.NewID(), UserID: u.ID},
		people.PasskeyCeremony{Digest: "challenge"}), problem.CodeConflict)
	wantCode(t, replace(read, "recovery"), problem.CodeValidation)
	wantCode(t, replace(u, "used"), problem.CodeValidation)
	wantCode(t, b.DisableSecondFactor(ctx(t), u, people.CodeUse{UserID: u.ID, Sealed: factor.Sealed, Recovery: "used"}),
		problem.CodeValidation)
	if err := replace(u, "recovery"); err != nil {
		t.Error(err)
	}
}

// Devices have no version: a sign-in replaces those that it read.
func TestASignInReplacesTheDevicesThatItRead(t *testing.T) {
	b := newTestStore(t)
	now := b.core.Instant()
	u := people.User{ID: domain.NewID(), Email: "ada@example.com", EmailVerified: true, Version: 1}
	b.write(t, table.Encode(key.Profile(u.ID), u))
	signIn := func(was, devices []people.Device) error {
		s := people.Session{ID: domain.NewID(), UserID: u.ID, CreatedAt: now, RotatedAt: now}
		return b.OpenSession(ctx(t), peopledb.SignIn{User: u, Session: s, Was: was, Devices: devices})
	}
	first := []people.Device{{Digest: "first"}}
	second := append(first, people.Device{Digest: "second"})
	if err := signIn(nil, first); err != nil {
		t.Fatal(err)
	}
	wantCode(t, signIn(nil, second), problem.CodeConflict)
	if err := signIn(first, second); err != nil {
		t.Error(err)
	}
}
