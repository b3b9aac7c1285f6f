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
// the account or of the workspace.
func (s *Store) operatorActions(ctx context.Context, w domain.ID, act domain.OperatorAct, target domain.ID) []table.Action {
	kind := domain.AuditMember
	if target == w {
		kind = domain.AuditWorkspace
	}
	return s.auditActions(ctx, w, domain.AuditEvent{Action: domain.AuditAction(act), Target: domain.AuditTarget{Kind: kind, ID: target}})
}

// RecordOperatorAct records an act on a workspace that writes nothing else.
func (s *Store) RecordOperatorAct(ctx context.Context, w domain.ID, act domain.OperatorAct) error {
	actions := s.operatorActions(ctx, w, act, w)
	if len(actions) == 0 {
		return nil
	}
	return s.table.Commit(ctx, actions...)
}
