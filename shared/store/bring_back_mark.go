package store

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// CopyMark is the mark of a copy that was begun.
type CopyMark struct {
	From string         `db:"from"` // the restored table, as the operator names it
	At   domain.Instant `db:"at"`
}

// CopyBegun finds the mark of a copy that was begun and not completed. Errors: not_found.
func (s *Store) CopyBegun(ctx context.Context, id domain.ID) (CopyMark, error) {
	return table.GetExisting[CopyMark](ctx, s.table, bringBackKey(id))
}

// unchanged holds while the copy goes on.
func (m CopyMark) unchanged() expression.ConditionBuilder {
	return expression.Name("at").Equal(expression.Value(m.At.String())).And(expression.Name("from").Equal(expression.Value(m.From)))
}

// beginCopy writes the mark of a copy, if the owner has an account, or finds that of an
// interrupted copy.
func (s *Store) beginCopy(ctx context.Context, w domain.Workspace, from string) (CopyMark, error) {
	begun, err := s.CopyBegun(ctx, w.ID)
	if problem.Is(err, problem.CodeNotFound) {
		begun = CopyMark{From: from, At: s.instant()}
		err = s.table.Commit(ctx, table.Create(table.Encode(bringBackKey(w.ID), begun)),
			table.Check(workspaceKey(w.ID), table.Absent).Or(ErrWorkspaceExists),
			table.Check(profileKey(w.OwnerID), accountExists).Or(domain.ErrOwnerHasNoAccount))
	}
	if err == nil && begun.From != from {
		err = fmt.Errorf("a copy from %s was begun at %s: complete it from there, or purge it", begun.From, begun.At)
	}
	return begun, err
}
