package upsert

import (
	"context"
	"fmt"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/wire"
)

// match decides what a row gets: the record with its external id, or without an external id
// the record with its name, or else its candidate, which is to be made.
func (o Operation[B, T, A]) match(row int, candidate T, found store.Found[T], issues *wire.Issues) (record T, isThere bool) {
	match, property := found.ByExternalID, "externalId"
	if o.ExternalID(candidate) == "" {
		match, property = found.ByName, "name"
	}
	switch {
	case match != nil && (o.MayUse == nil || o.MayUse(*match)):
		return *match, true
	case match != nil:
		issues.Add(path(row, property), problem.DuplicateValue)
	case found.ByName != nil:
		issues.Add(path(row, "name"), problem.DuplicateValue)
	}
	return candidate, false
}

// check reports what is wrong with the rows, and every row whose name or external id another
// row has, too.
func (o Operation[B, T, A]) check(ctx context.Context, rows []B, candidates []T, issues *wire.Issues) error {
	if o.Check != nil {
		if err := o.Check(ctx, rows, issues); err != nil {
			return err
		}
	}
	checkUnique(candidates, issues, "name", func(record T) (Name, bool) {
		name := o.Name(record)
		name.Name = domain.Name(name.Name.Normalize())
		return name, name.Name != ""
	})
	checkUnique(candidates, issues, "externalId", func(record T) (domain.ExternalID, bool) {
		id := o.ExternalID(record)
		return id, id != ""
	})
	return issues.Err()
}

func checkUnique[T any, V comparable](candidates []T, issues *wire.Issues, property string, valueOf func(T) (value V, ok bool)) {
	rows := map[V]int{}
	for _, record := range candidates {
		value, _ := valueOf(record)
		rows[value]++
	}
	for i, record := range candidates {
		if value, ok := valueOf(record); ok && rows[value] > 1 && issues.IsClean(path(i, property)) {
			issues.Add(path(i, property), problem.DuplicateValue)
		}
	}
}

func path(row int, property string) string { return fmt.Sprintf("items[%d].%s", row, property) }
