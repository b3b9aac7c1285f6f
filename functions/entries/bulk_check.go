package entries

import (
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
)

// authorize allows rows for other users to owner and admins only. Errors:
// forbidden role_insufficient, scope_insufficient.
func (b *batch) authorize() error {
	for _, row := range b.rows {
		if err := auth.AuthorizeTimeOf(b.Caller, row.Owner); err != nil {
			return err
		}
	}
	return nil
}

// checkDuplicateIDs reports every row whose id another row has, too, however many other
// problems there are. It does not matter who owns the entries.
func (b *batch) checkDuplicateIDs() {
	rowsOf := map[domain.ID]int{}
	for _, item := range b.items {
		rowsOf[item.ID]++
	}
	for i, item := range b.items {
		if item.ID != "" && rowsOf[item.ID] > 1 {
			b.issues.AddFirst(b.rows[i].Path+"id", problem.DuplicateEntryID)
		}
	}
}
