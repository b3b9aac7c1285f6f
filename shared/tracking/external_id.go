package tracking

import (
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
)

// checkExternalIDs reports the rows whose external id another entry of their owner has,
// or another row of the batch names. An id that another row takes away from its entry
// is free.
func (p *planning) checkExternalIDs() {
	rowsOf := map[store.EntryExternalID]int{}
	for _, row := range p.rows {
		rowsOf[row.externalID()]++
	}
	taken := map[store.EntryExternalID]bool{}
	for _, m := range domain.ExternalIDMoves(p.Changes()...) {
		name := store.EntryExternalID{User: m.Owner, ID: m.ExternalID}
		holder, held := p.ExternalIDs[name]
		taken[name] = m.From == "" && held && holder != m.To
	}
	for _, row := range p.rows {
		name, path := row.externalID(), row.Path+"externalId"
		if name.ID != "" && p.issues.IsClean(path) && (rowsOf[name] > 1 || taken[name]) {
			p.issues.Add(path, problem.DuplicateValue)
		}
	}
}

// externalID is the external id that the row gives to its entry; its ID is "" for none.
func (row Row) externalID() store.EntryExternalID {
	if row.IsDelete {
		return store.EntryExternalID{User: row.Owner}
	}
	return store.EntryExternalID{User: row.Owner, ID: valueOf(row.Body.ExternalID)}
}
