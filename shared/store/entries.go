package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
)

// Entries lists one user's entries that start in [from, to), newest first, the
// running timer among them; strongly consistent. Both bounds are optional, and
// so is the filter.
func (s *Store) Entries(ctx context.Context, w, u domain.ID, from, to *domain.Instant, p Page, keep func(domain.Entry) bool) (Listed[domain.Entry], error) {
	return list(ctx, s, span(byLSK, timePK(w, u), from, to), p, keep)
}

func entryItem(w domain.ID, e domain.Entry) item {
	return indexed(encode(entryKey(w, e.UserID, e.ID), e), w, e)
}

// indexed gives an entry or a timer its place in the three indexes.
func indexed(it item, w domain.ID, e domain.Entry) item {
	it[attrLSK] = text(startLSK(e.StartedAt, e.ID))
	it[attrG1] = text(workspacePK(w))
	if e.ProjectID != "" {
		it[attrG2] = text(projectTimePK(w, e.ProjectID))
	}
	return it
}

// isEntry holds while the item is that entry.
func isEntry(id domain.ID) expression.ConditionBuilder {
	return expression.Name("id").Equal(expression.Value(string(id)))
}
