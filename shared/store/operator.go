package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// What the operator of the service does is in the audit log of each workspace that it
// concerns, with the actor "system".

// operatorActions are the actions that record an act of the operator in the audit log
// of a workspace. They belong to the transaction of the act. The target is the id of
// the account or of the workspace. There is no audit log yet.
func (s *Store) operatorActions(_ context.Context, _ domain.ID, _ domain.OperatorAct, _ domain.ID) []table.Action {
	return nil
}

// RecordOperatorAct records an act on a workspace that writes nothing else.
func (s *Store) RecordOperatorAct(ctx context.Context, w domain.ID, act domain.OperatorAct) error {
	actions := s.operatorActions(ctx, w, act, w)
	if len(actions) == 0 {
		return nil
	}
	return s.table.Commit(ctx, actions...)
}
