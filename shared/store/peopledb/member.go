package peopledb

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/timedb"
	"stint/shared/table"
)

// MemberUser finds a member of a workspace, active or not, with their account and
// their running timer, in one batch read. Errors: not_found.
func (s *Store) MemberUser(ctx context.Context, w, u domain.ID) (c people.MemberUser, err error) {
	defer core.Wrap(&err, "MemberUser", w, u)
	f, err := s.Table.BatchGet(ctx, key.Member(w, u), key.Profile(u), key.Timer(w, u))
	if err != nil {
		return c, err
	}
	c, ok, err := memberUserIn(f, w, u)
	if err == nil && !ok {
		err = problem.NotFound()
	}
	if err == nil {
		c.Timer, err = core.TimerIn(f, key.Timer(w, u))
	}
	return c, err
}

// MemberUsers lists the members of a workspace with their accounts, former
// members only on request, with one query and one batch read. Errors: validation with cursor_invalid.
func (s *Store) MemberUsers(
	ctx context.Context, w domain.ID, ended bool, p table.PageRequest,
) (_ table.Page[people.MemberUser], err error) {
	defer core.Wrap(&err, "MemberUsers", w)
	out := table.Page[people.MemberUser]{Items: []people.MemberUser{}}
	keep := func(m people.Member) bool { return ended || m.Active() }
	members, err := table.List(ctx, s.Table, key.MembersRange(w), p, keep)
	if err != nil {
		return out, err
	}
	out.Next = members.Next
	keys := make([]table.Key, len(members.Items))
	for i, m := range members.Items {
		keys[i] = key.Profile(m.UserID)
	}
	users, err := table.GetEach[people.User](ctx, s.Table, keys)
	if err != nil {
		return out, err
	}
	for i, m := range members.Items {
		out.Items = append(out.Items, people.MemberUser{Member: m})
		if users[i] != nil {
			out.Items[i].User = *users[i]
		}
	}
	return out, nil
}

func memberUserIn(f table.Items, w, u domain.ID) (c people.MemberUser, ok bool, err error) {
	if c.Member, ok, err = table.Lookup[people.Member](f, key.Member(w, u)); !ok {
		return c, false, err
	}
	c.User, ok, err = table.Lookup[people.User](f, key.Profile(u))
	return c, ok, err
}

// ChangeMember writes a member that was read, and who tracks time afterwards if they did before. For one
// who tracks time again it also deletes the blocked timer. Errors: conflict when
// the member was changed concurrently, the account of one who rejoins was deleted, the
// role of the owner would change, or who changes it may not do so any more.
func (s *Store) ChangeMember(
	ctx context.Context, w domain.ID, by MemberChanger, was, now people.Member, events ...audit.Event,
) (err error) {
	defer core.Wrap(&err, "ChangeMember", w)
	u := now.UserID
	actions := append(s.AuditActions(ctx, w, events...), table.Replace(table.Encode(key.Member(w, u), now), was.Version))
	switch {
	case !was.Active() && now.Active():
		actions = append(actions, table.Check(key.Profile(u), core.AccountExists), by.ofWorkspace(core.CountJoin(w), u))
		actions = append(actions, by.checks(w, u)...)
	case was.Role != now.Role:
		actions = append(actions, by.ofWorkspace(table.Check(key.Workspace(w), core.WorkspaceExists), u))
		actions = append(actions, by.checks(w, u)...)
	}
	return s.Table.Commit(ctx, append(actions, unblockTimer(w, was, now)...)...)
}

// EndMemberAccess ends the sessions and the API keys of a member, who was read with their account, for the workspace.
// A session that is opened at the same time, from the account as it was before, has ended too. Errors: conflict when
// the member was changed or their sessions were ended concurrently, and when who ends them may not do so any more.
func (s *Store) EndMemberAccess(ctx context.Context, w domain.ID, by MemberChanger, x people.MemberUser) (err error) {
	defer core.Wrap(&err, "EndMemberAccess", w, x.User.ID)
	u, epoch := x.User.ID, core.Field[people.User]("AccessEpoch")
	raise := table.Update(key.Profile(u), expression.Set(epoch, expression.Value(x.User.AccessEpoch+1))).
		Provided(core.SameAttribute(table.Encode(key.Profile(u), x.User), core.Attribute[people.User]("AccessEpoch"))).
		Or(ErrUserChanged)
	now := x.Member.EndAccess(x.User.AccessEpoch+1, s.Instant())
	actions := append(s.AuditActions(ctx, w, audit.SessionsEnd(x.User)), raise,
		table.Replace(table.Encode(key.Member(w, u), now), x.Member.Version),
		by.ofWorkspace(table.Check(key.Workspace(w), core.WorkspaceExists), u))
	return s.Table.Commit(ctx, append(actions, by.checks(w, u)...)...)
}

// unblockTimer deletes the blocked timer of a member who tracks time again.
func unblockTimer(w domain.ID, was, now people.Member) []table.Action {
	if was.TracksTime() || !now.TracksTime() {
		return nil
	}
	return []table.Action{table.Delete(key.Timer(w, now.UserID)).Provided(noTimerRuns).LeavingNothing()}
}

// TrackingEnd is a change of a member who may not track time from then on: the
// membership ends, or the member becomes an analyst.
type TrackingEnd struct {
	By       MemberChanger
	Was, Now people.Member
	Running  *timelog.Entry // the timer as it was read; nil when none ran
	// Stop makes the finished entry of the running timer.
	Stop  func(context.Context, timelog.Entry) (timelog.Entry, error)
	Audit []audit.Event // of the membership
	// OfDeletedAccount ends the membership in a deleted workspace too, unless its purge
	// has begun.
	OfDeletedAccount bool
}

// maxEndTries bounds the tries of EndTracking while the member starts, switches or
// stops a timer at the same time.
const maxEndTries = 5

// EndTracking writes a member who may not track time from then on. The running
// timer becomes an entry, and a blocked timer takes its key, so that a start at the
// same time fails. All or nothing. Errors: conflict for the owner, when the member was
// changed concurrently, and when who changes them may not do so any more.
func (s *Store) EndTracking(ctx context.Context, w domain.ID, x TrackingEnd) (err error) {
	defer core.Wrap(&err, "EndTracking", w)
	return retry.Do(ctx, retry.Policy{Tries: maxEndTries}, func() (again bool, err error) {
		actions, err := s.endTrackingActions(ctx, w, x)
		if err != nil {
			return false, err
		}
		if err = s.Table.Commit(ctx, actions...); !errors.Is(err, timedb.ErrTimerChanged) {
			return false, err
		}
		k := key.Timer(w, x.Now.UserID)
		f, err := s.Table.BatchGet(ctx, k)
		if err != nil {
			return false, err
		}
		if x.Running, err = core.TimerIn(f, k); err != nil {
			return false, err
		}
		return true, timedb.ErrTimerChanged
	})
}

func (s *Store) endTrackingActions(ctx context.Context, w domain.ID, x TrackingEnd) ([]table.Action, error) {
	u := x.Now.UserID
	block := table.Put(table.Encode(key.Timer(w, u), BlockedTimer{Closed: true})).Untracked()
	actions := append(x.By.checks(w, u),
		table.Replace(table.Encode(key.Member(w, u), x.Now), x.Was.Version),
		x.By.ofWorkspace(table.Check(key.Workspace(w), x.endable()), u),
	)
	if x.Was.MayInvite() && !x.Now.Active() {
		now := s.Instant()
		actions = append(actions, core.Enqueue(people.NewWebhooksNotice(w, u, now), now))
	}
	if x.Running == nil {
		actions = append(actions, block.Provided(noTimerRuns).Or(timedb.ErrTimerChanged))
		return append(actions, s.AuditActions(ctx, w, x.Audit...)...), nil
	}
	stopped, err := x.Stop(ctx, *x.Running)
	if err != nil {
		return nil, err
	}
	actions = append(actions,
		block.Provided(timedb.EntryUnchanged(*x.Running)).Or(timedb.ErrTimerChanged),
		table.Create(timedb.EntryItem(w, stopped)).Or(timedb.ErrTimerChanged),
	)
	entry := core.AuditedEntries(ctx, timelog.EntryChange{Before: x.Running, After: &stopped})
	return append(actions, s.AuditActions(ctx, w, append(slices.Clip(x.Audit), entry...)...)...), nil
}

// endable is the condition on the workspace.
func (x TrackingEnd) endable() expression.ConditionBuilder {
	if x.OfDeletedAccount {
		return core.NotBeingPurged.And(core.Field[people.Workspace]("OwnerID").NotEqual(
			expression.Value(string(x.Now.UserID))))
	}
	return isNotOwner(x.Now.UserID)
}

// BlockedTimer is an item under the timer's key of a member who left, was deactivated or
// became an analyst. StartTimer creates the timer's item, so a start that began before this
// change fails on it. It has no id, by which readers of timers recognise it.
type BlockedTimer struct {
	Closed bool `db:"closed"`
}

// noTimerRuns holds while the key of a timer has no item, or a blocked timer,
// which has no id.
var noTimerRuns = expression.AttributeNotExists(core.Field[timelog.Entry]("ID"))

// isNotOwner holds while the workspace exists and the user does not own it.
func isNotOwner(u domain.ID) expression.ConditionBuilder {
	return expression.And(core.WorkspaceExists,
		core.Field[people.Workspace]("OwnerID").NotEqual(expression.Value(string(u))))
}

// MemberChanger is who changes the role or the state of a member, as they were read. They
// must still have the right when it is written. Otherwise, of two admins who each
// deactivate the other at the same time, both would succeed.
type MemberChanger struct {
	UserID  domain.ID // "" is not another member
	IsOwner bool      // of the workspace
}

// ofWorkspace is a check or an update of the workspace that fails when the member is its
// owner, or the changer, who was its owner, is not.
func (by MemberChanger) ofWorkspace(a table.Action, member domain.ID) table.Action {
	owner := core.Field[people.Workspace]("OwnerID")
	if by.IsOwner {
		return a.Provided(owner.Equal(expression.Value(string(by.UserID)))).Or(core.ErrRightLost)
	}
	return a.Provided(owner.NotEqual(expression.Value(string(member)))).Or(people.ErrOwnerRequired)
}

// checks hold while the changer, if it is an admin, still is one.
func (by MemberChanger) checks(w, member domain.ID) []table.Action {
	if by.IsOwner || by.UserID == "" || by.UserID == member {
		return nil
	}
	return []table.Action{table.Check(key.Member(w, by.UserID), isAdmin()).Or(core.ErrRightLost)}
}

// isAdmin holds while the member is an active admin.
func isAdmin() expression.ConditionBuilder {
	return core.IsActive.And(core.Field[people.Member]("Role").Equal(expression.Value(string(people.RoleAdmin))))
}
