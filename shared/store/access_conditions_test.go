package store

import (
	"context"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/store/timedb"
	"stint/shared/table"
)

// Each of these writes decides on a record that was read. A second write that read the same record comes too late.
func TestWhatWasReadIsWrittenOnce(t *testing.T) {
	b := newTestStore(t)
	now, u, w := b.core.Instant(), people.User{ID: domain.NewID(), EmailVerified: true, Version: 1}, domain.NewID()
	session := people.Session{ID: domain.NewID(), UserID: u.ID, CreatedAt: now, RotatedAt: now, Generation: 4}
	key1 := people.APIKey{ID: domain.NewID(), UserID: u.ID, WorkspaceID: w, Digest: "key"}
	grant := people.APIKey{ID: domain.NewID(), UserID: u.ID, WorkspaceID: w, Digest: "grant", App: &people.App{},
		Generation: 4, RotatedAt: &now}
	token := people.MailedToken{Digest: "token", ExpiresAt: now.Plus(time.Hour)}
	act := people.MailedAct{Digest: "act", UsedAt: &now, ExpiresAt: now.Plus(time.Hour)}
	unused := act
	unused.UsedAt = nil
	b.write(t, table.Encode(key.Profile(u.ID), u), table.Encode(key.Session(u.ID, session.ID), session),
		table.Encode(key.APIKey("key"), key1), table.Encode(key.APIKey("grant"), grant), peopledb.TokenItem(token),
		peopledb.ActItem(unused))
	rotated, next, proved := session, grant, session
	rotated.Generation, next.Generation, next.LastUsedAt, proved.ProvedAt = 5, 5, &now, &now
	proved.Method = people.BySSO
	for name, c := range map[string]struct {
		write func() error
		code  problem.Code
	}{
		"a refresh": {func() error {
			return b.RotateSession(ctx(t), peopledb.SessionRotation{Was: session, Next: rotated, User: u})
		}, problem.CodeConflict},
		"another method of a proof": {func() error {
			return b.ProveSession(ctx(t), peopledb.SessionProof{Was: session, Now: proved})
		}, problem.CodeConflict},
		"a refresh of an app": {func() error { return b.RotateGrant(ctx(t), grant, next) }, problem.CodeConflict},
		"a mailed token": {func() error {
			return b.ResetPassword(ctx(t), token, peopledb.AccessChange{Was: u, User: u})
		}, problem.CodeValidation},
		"a mailed act": {func() error { return b.core.Table.Commit(ctx(t), peopledb.DoAct(act)) }, problem.CodeConflict},
	} {
		t.Run(name, func(t *testing.T) {
			if err := c.write(); err != nil {
				t.Fatal(err)
			}
			wantCode(t, c.write(), c.code)
		})
	}
	for _, at := range []domain.Instant{now, now.Plus(time.Second)} {
		if err := b.RevokeAPIKey(ctx(t), key1, at); err != nil {
			t.Fatal(err)
		}
	}
	if got, _, err := table.Get[people.APIKey](ctx(t), b.core.Table, key.APIKey("key")); err != nil ||
		!got.RevokedAt.Equal(now.Time) {
		t.Errorf("a key that was revoked twice was revoked at %v, %v", got.RevokedAt, err)
	}
}

// An app gets access only from a member whose keys nobody has ended since they were read, and only if it is still
// registered.
func TestAGrantNeedsWhatWasRead(t *testing.T) {
	b := newTestStore(t)
	now, w := b.core.Instant(), people.Workspace{ID: domain.NewID(), Version: 1}
	m := people.Member{UserID: domain.NewID(), State: people.MemberActive, KeyEpoch: 2, Version: 1}
	app := people.App{ClientID: "app", Kind: people.AppRegistered}
	b.write(t, table.Encode(key.Workspace(w.ID), w), table.Encode(key.Member(w.ID, m.UserID), m),
		table.Encode(key.OAuthClient(w.ID, "app"), people.OAuthClient{ID: "app"}))
	create := func(m people.Member, client string) error {
		app.ClientID = client
		return b.CreateGrant(ctx(t), peopledb.GrantCreation{Workspace: w, Member: m,
			Grant: people.NewGrant(people.User{ID: m.UserID}, m, w, app, people.AccessFull, now)})
	}
	before := m
	before.KeyEpoch = 1
	wantCode(t, create(before, "app"), problem.CodeConflict)
	wantCode(t, create(m, "deleted"), problem.CodeConflict)
	if err := create(m, "app"); err != nil {
		t.Error(err)
	}
}

// An invitation is sent again, replaced or accepted only while no other one is open for its address, and accepted only
// while its inviter may invite.
func TestAnInvitationIsTheOpenOne(t *testing.T) {
	b := newTestStore(t)
	now, w := b.core.Instant(), people.Workspace{ID: domain.NewID(), Version: 1}
	inviter := people.Member{UserID: domain.NewID(), Role: people.RoleAdmin, State: people.MemberActive, RightsEpoch: 1}
	i := people.Invitation{ID: domain.NewID(), WorkspaceID: w.ID, Email: "guest@example.com", InviterID: inviter.UserID,
		InviterEpoch: 1, ExpiresAt: now.Plus(time.Hour), Version: 1}
	other := i
	other.ID = domain.NewID()
	guest := people.User{ID: domain.NewID(), Email: i.Email, Version: 1}
	b.write(t, table.Encode(key.Workspace(w.ID), w), table.Encode(key.Member(w.ID, inviter.UserID), inviter),
		table.Encode(key.Profile(guest.ID), guest), peopledb.InvitationItem(i), peopledb.OpenInvitationItem(other))
	again := i
	again.Version = 2
	resend := func() error {
		return b.ResendInvitation(ctx(t), i, "old", peopledb.InvitationWrite{Invitation: again,
			Token: people.MailedToken{Digest: string(domain.NewID())}, Mail: domain.Mail{ID: domain.NewID()}})
	}
	replace := func(version int64) error {
		late, void := i, i
		late.ID, void.Version = domain.NewID(), version
		return b.CreateInvitation(ctx(t), peopledb.InvitationWrite{Invitation: late, HasAccount: true,
			Token: people.MailedToken{Digest: string(domain.NewID())}, Mail: domain.Mail{ID: domain.NewID()},
			Replaces: &peopledb.ReplacedInvitation{Invitation: void, TokenDigest: "old"}})
	}
	accept := func(epoch int64) error {
		was := i
		was.InviterEpoch = epoch
		return b.AcceptInvitation(ctx(t), peopledb.Acceptance{Was: was, Accepted: again, TokenDigest: "old", User: guest,
			Member: people.Member{UserID: guest.ID, State: people.MemberActive, Version: 1}})
	}
	end := func(version int64) error {
		was := i
		was.Version = version
		return b.EndInvitation(ctx(t), was, "old", audit.InvitationChange(audit.InvitationRevoked, &i, nil))
	}
	wantCode(t, resend(), problem.CodeConflict)
	wantCode(t, replace(1), problem.CodeConflict)
	wantCode(t, accept(1), problem.CodeConflict)
	wantCode(t, end(1), problem.CodeConflict)
	b.write(t, peopledb.OpenInvitationItem(i))
	wantCode(t, replace(9), problem.CodeConflict)
	wantCode(t, end(9), problem.CodeConflict)
	wantCode(t, accept(0), problem.CodeNotFound)
	if err := accept(1); err != nil {
		t.Error(err)
	}
}

// A look at budgets that a request has made due since stays due.
func TestABudgetWatchThatWasWokenStaysDue(t *testing.T) {
	b := newTestStore(t)
	was := projects.BudgetWatch{WorkspaceID: domain.NewID(), DueAt: b.core.Instant(), Wakes: 1}
	woken, later := was, was
	woken.Wakes, later.DueAt = 2, was.DueAt.Plus(time.Hour)
	b.write(t, table.Encode(key.BudgetWatch(was.WorkspaceID), woken))
	if err := b.PostponeBudgetWatch(ctx(t), was, later); err != nil {
		t.Fatal(err)
	}
	got, _, err := table.Get[projects.BudgetWatch](ctx(t), b.core.Table, key.BudgetWatch(was.WorkspaceID))
	if err != nil || got.Wakes != 2 || !got.DueAt.Equal(was.DueAt.Time) {
		t.Errorf("the watch is %+v, %v", got, err)
	}
}

// A member who may not track time any more has their timer stopped as it is then. The owner cannot be ended.
func TestAMemberEndsWithTheTimerThatRuns(t *testing.T) {
	b := newTestStore(t)
	now, owner := b.core.Instant(), people.User{ID: domain.NewID(), Version: 1}
	w := people.Workspace{ID: domain.NewID(), OwnerID: owner.ID, Version: 1}
	m := people.Member{UserID: owner.ID, Role: people.RoleAdmin, State: people.MemberActive, Version: 1}
	b.write(t, table.Encode(key.Workspace(w.ID), w), table.Encode(key.Profile(owner.ID), owner),
		table.Encode(key.Member(w.ID, owner.ID), m))
	end := peopledb.TrackingEnd{Was: m, Now: m.End(people.MemberLeft, now),
		Stop: func(_ context.Context, e timelog.Entry) (timelog.Entry, error) {
			e.StoppedAt, e.Version = &now, e.Version+1
			return e, nil
		}}
	wantCode(t, b.EndTracking(ctx(t), w.ID, end), problem.CodeConflict)
	wantCode(t, b.EndMemberAccess(ctx(t), w.ID, peopledb.MemberChanger{}, people.MemberUser{Member: m, User: owner}),
		problem.CodeConflict)
	for _, readsTimer := range []bool{false, true} {
		timer := timelog.Entry{ID: domain.NewID(), UserID: domain.NewID(), StartedAt: now, Version: 2}
		m.UserID = timer.UserID
		b.write(t, table.Encode(key.Member(w.ID, m.UserID), m), timedb.TimerItem(w.ID, timer))
		end.Was, end.Now, end.Running = m, m.End(people.MemberLeft, now), nil
		if readsTimer {
			before := timer
			before.Version = 1
			end.Running = &before
		}
		if err := b.EndTracking(ctx(t), w.ID, end); err != nil {
			t.Fatal(err)
		}
		if got := stored[timelog.Entry](t, b, key.Entry(w.ID, timer.UserID, timer.ID)); got.Version != 3 {
			t.Errorf("the timer of version 2 became %+v", got)
		}
	}
}

// What a request does beside the deletion of its account leaves the account deleted. A workspace counts for its maker,
// who needs the allowance of the operator where that is set, and is replaced as it was read.
func TestADeletedAccountIsNotChanged(t *testing.T) {
	b := newTestStore(t)
	now := b.core.Instant()
	u := people.User{ID: domain.NewID(), DeletedAt: &now, Version: 1}
	other := people.User{ID: domain.NewID(), Version: 1}
	w := people.Workspace{ID: domain.NewID(), OwnerID: other.ID, OAuthClients: 1, Version: 1}
	b.write(t, table.Encode(key.Profile(u.ID), u), table.Encode(key.Profile(other.ID), other),
		table.Encode(key.Workspace(w.ID), w))
	makes := func(u domain.ID, most int, asks bool) error {
		return b.CreateWorkspace(ctx(t), peopledb.WorkspaceWrite{Workspace: people.Workspace{ID: domain.NewID(), OwnerID: u},
			Owner: people.Member{UserID: u}, MostMade: most, NeedsAllowance: asks})
	}
	read := w
	read.OAuthClients = 0
	for name, err := range map[string]error{
		"the last workspace": b.SetLastActive(ctx(t), u.ID, "w"),
		"a sign-in": b.OpenSession(ctx(t), peopledb.SignIn{User: u, Devices: []people.Device{{Digest: "first"}},
			Session: people.Session{ID: domain.NewID(), UserID: u.ID}}),
		"a workspace of a deleted account": makes(u.ID, 0, false),
		"a counted one":                    makes(u.ID, 5, false),
		"one without the allowance":        makes(other.ID, 0, true),
		"one that was read before an app":  b.DeleteWorkspace(ctx(t), read, deletedAt(read, now)),
	} {
		if !problem.Is(err, problem.CodeConflict) {
			t.Errorf("%s: %v, want a conflict", name, err)
		}
	}
	if err := b.DeleteWorkspace(ctx(t), w, deletedAt(w, now)); err != nil {
		t.Error(err)
	}
}

// deletedAt is a workspace that was deleted then.
func deletedAt(w people.Workspace, now domain.Instant) people.Workspace {
	w.DeletedAt, w.Version = &now, w.Version+1
	return w
}
