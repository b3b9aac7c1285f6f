package store

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
)

// MemberUser finds a member of a workspace, active or not, with their account
// and their running timer, in one round. Errors: not_found.
func (s *Store) MemberUser(ctx context.Context, w, u domain.ID) (c domain.MemberUser, err error) {
	f, err := s.batchGet(ctx, memberKey(w, u), profileKey(u), timerKey(w, u))
	if err != nil {
		return c, err
	}
	c, ok, err := memberUserIn(f, w, u)
	if err == nil && !ok {
		err = problem.NotFound()
	}
	if err == nil {
		c.Timer, err = timerIn(f, timerKey(w, u))
	}
	return c, err
}

// MemberUsers lists the members of a workspace with their accounts, those whose
// membership has ended only where they are wanted. One query and one round of
// batch reads.
func (s *Store) MemberUsers(ctx context.Context, w domain.ID, ended bool, p PageRequest) (Page[domain.MemberUser], error) {
	out := Page[domain.MemberUser]{Items: []domain.MemberUser{}}
	keep := func(m domain.Member) bool { return ended || m.Active() }
	members, err := list(ctx, s, prefixRange(baseTable, workspacePK(w), "M#"), p, keep)
	if err != nil {
		return out, err
	}
	out.Next = members.Next
	keys := make([]key, len(members.Items))
	for i, m := range members.Items {
		keys[i] = profileKey(m.UserID)
	}
	f, err := s.batchGet(ctx, keys...)
	if err != nil {
		return out, err
	}
	for _, m := range members.Items {
		user, _, err := lookup[domain.User](f, profileKey(m.UserID))
		if err != nil {
			return out, err
		}
		out.Items = append(out.Items, domain.MemberUser{Member: m, User: user})
	}
	return out, nil
}

func memberUserIn(f items, w, u domain.ID) (c domain.MemberUser, ok bool, err error) {
	if c.Member, ok, err = lookup[domain.Member](f, memberKey(w, u)); !ok {
		return c, false, err
	}
	c.User, ok, err = lookup[domain.User](f, profileKey(u))
	return c, ok, err
}

// ChangeMember writes a member that was read and stays, or comes back: the
// closed place for a timer is opened again then. Errors: conflict when the
// member was changed meanwhile, or the role of the owner would change.
func (s *Store) ChangeMember(ctx context.Context, w domain.ID, was, now domain.Member) error {
	actions := []action{replace(encode(memberKey(w, now.UserID), now), was.Version)}
	if was.Role != now.Role {
		actions = append(actions, check(workspaceKey(w), isNotOwner(now.UserID)).or(domain.ErrOwnerRequired))
	}
	if !was.Active() {
		actions = append(actions, deleteItem(timerKey(w, now.UserID)).provided(noTimerRuns))
	}
	return s.commit(ctx, actions...)
}

// MembershipEnd is the end of a membership.
type MembershipEnd struct {
	Was, Now domain.Member
	Running  *domain.Entry // the timer as it was read; nil when none ran
	// Stop makes the finished entry of a running timer.
	Stop func(context.Context, domain.Entry) (domain.Entry, error)
}

// maxEndTries bounds how often an ending follows a timer that is started,
// switched or stopped at the same time.
const maxEndTries = 5

// EndMember ends a membership: the member's timer becomes an entry, and its
// place is closed, so that a start under way comes too late. All or nothing.
// Errors: conflict for the owner, and when the member was changed meanwhile.
func (s *Store) EndMember(ctx context.Context, w domain.ID, x MembershipEnd) error {
	for range maxEndTries {
		actions, err := x.actions(ctx, w)
		if err != nil {
			return err
		}
		err = s.commit(ctx, actions...)
		if !errors.Is(err, errTimerChanged) {
			return err
		}
		k := timerKey(w, x.Now.UserID)
		f, err := s.batchGet(ctx, k)
		if err != nil {
			return err
		}
		if x.Running, err = timerIn(f, k); err != nil {
			return err
		}
	}
	return errTimerChanged
}

func (x MembershipEnd) actions(ctx context.Context, w domain.ID) ([]action, error) {
	u := x.Now.UserID
	block := put(encode(timerKey(w, u), blockedTimer{Closed: true}))
	actions := []action{
		replace(encode(memberKey(w, u), x.Now), x.Was.Version),
		check(workspaceKey(w), isNotOwner(u)).or(domain.ErrOwnerRequired),
	}
	if x.Running == nil {
		return append(actions, block.provided(noTimerRuns).or(errTimerChanged)), nil
	}
	stopped, err := x.Stop(ctx, *x.Running)
	return append(actions,
		block.provided(entryUnchanged(*x.Running)).or(errTimerChanged),
		create(entryItem(w, stopped)).or(errTimerChanged),
	), err
}

// blockedTimer takes the place of the timer of a member who has gone. It has no
// id, so it is no timer.
type blockedTimer struct {
	Closed bool `db:"closed"`
}

// isNotOwner holds while the user does not own the workspace, which stands.
func isNotOwner(u domain.ID) expression.ConditionBuilder {
	return expression.And(workspaceExists, expression.Name("owner_id").NotEqual(expression.Value(string(u))))
}
