package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/table"
)

// User reads an account. Errors: not_found.
func (s *Store) User(ctx context.Context, u domain.ID) (domain.User, error) {
	return table.GetExisting[domain.User](ctx, s.table, profileKey(u))
}

// ChangeAccountByOperator writes an act of the operator on an account that was read:
// whether it is disabled, and the epochs of its sessions and API keys. An act that loses
// rights then makes the invitations and undecided client links of the user void, in one
// workspace after the other. After an error it can be repeated. Errors: conflict when
// the account was changed concurrently.
func (s *Store) ChangeAccountByOperator(ctx context.Context, was, now domain.User, act domain.OperatorAct) error {
	now.Version = was.Version + 1
	changed := table.UpdateAttributes(table.Encode(profileKey(now.ID), now), was.Version, "disabled", "epoch", "key_epoch", "keys_void")
	if err := s.table.Commit(ctx, changed.Or(errUserChanged)); err != nil {
		return err
	}
	pointers := table.PrefixRange(table.Base, userPK(now.ID), membershipPrefix)
	return table.Walk(ctx, s.table, pointers, func(at membershipPointer) error {
		return s.applyToMember(ctx, at.WorkspaceID, now.ID, act)
	})
}

// maxOperatorTries bounds the tries while the member is changed concurrently.
const maxOperatorTries = 5

// applyToMember writes what an act on an account changes in one workspace.
func (s *Store) applyToMember(ctx context.Context, w, u domain.ID, act domain.OperatorAct) error {
	return retry.Do(ctx, retry.Policy{Tries: maxOperatorTries}, func() (again bool, err error) {
		m, ok, err := table.Get[domain.Member](ctx, s.table, memberKey(w, u))
		if err != nil || !ok || !m.Active() {
			return false, err
		}
		actions := s.operatorActions(ctx, w, act, u)
		if act.LosesRights() {
			next := m.LoseRights()
			next.Version++
			actions = append(actions, table.Replace(table.Encode(memberKey(w, u), next), m.Version))
		}
		if len(actions) == 0 {
			return false, nil
		}
		err = s.table.Commit(ctx, actions...)
		return problem.Is(err, problem.CodeConflict), err
	})
}

// CountSessions counts the valid sessions of a user.
func (s *Store) CountSessions(ctx context.Context, u domain.User) (n int, err error) {
	now := s.instant()
	err = table.Walk(ctx, s.table, table.PrefixRange(table.Base, userPK(u.ID), sessionPrefix), func(x domain.Session) error {
		if x.Valid(u, now) {
			n++
		}
		return nil
	})
	return n, err
}
