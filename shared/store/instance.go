package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// One item marks that the instance has an account. The first account writes it in its
// transaction, so that only one account can be the first. A table from before this item
// has none: there every sign-in writes it while registration is restricted (MarkUsed).

// instanceMark is the item. It has no attributes of its own.
type instanceMark struct{}

func instanceItem() table.Item { return table.Encode(instanceKey, instanceMark{}) }

// errRegistrationClosed is the error of a registration that another one preceded.
var errRegistrationClosed = problem.Forbidden(problem.RegistrationClosed)

// IsUsed reports whether the instance has an account. It reads only until it has.
func (s *Store) IsUsed(ctx context.Context) (bool, error) {
	if s.used.Load() {
		return true, nil
	}
	_, used, err := table.Get[instanceMark](ctx, s.table, instanceKey)
	if used {
		s.used.Store(true)
	}
	return used, err
}

// MarkUsed marks that the instance has an account, unless this process knows of the
// mark.
func (s *Store) MarkUsed(ctx context.Context) error {
	if s.used.Load() {
		return nil
	}
	err := s.table.Commit(ctx, table.Put(instanceItem()))
	if err == nil {
		s.used.Store(true)
	}
	return err
}

// commitAccount carries out the writes of a new account on the condition of its
// admission. Errors: forbidden with registration_closed when another account was first.
func (s *Store) commitAccount(ctx context.Context, a domain.Admission, actions []table.Action) error {
	switch {
	case a == domain.AdmittedAsFirst:
		actions = append([]table.Action{table.Create(instanceItem()).Or(errRegistrationClosed)}, actions...)
	case !s.used.Load():
		actions = append(actions, table.Put(instanceItem()))
	}
	err := s.table.Commit(ctx, actions...)
	if err == nil {
		s.used.Store(true)
	}
	return err
}
