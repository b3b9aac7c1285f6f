// Package upsert finds records by their external id or name, and makes those that are
// missing.
package upsert

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/store"
	"stint/shared/wire"
)

// Rows are the rows of an upsert of records of one kind.
type Rows[T any] struct {
	Candidates []T // each as it is made if none is found
	Name       func(T) Name
	ExternalID func(T) domain.ExternalID
	// Find finds the records with the names and external ids of the candidates. Errors:
	// store.ErrBeingMade.
	Find func(context.Context, []T) ([]store.Found[T], error)
	// MayUse reports whether a record that was found may answer a row. One that may not
	// keeps its name and external id.
	MayUse func(T) bool
	// Write makes the records that are missing, all or none. It gets all results, in the
	// order of the rows. Errors: store.ErrBeingMade.
	Write func(context.Context, []Result[T]) error
}

// Name is a name with the parent below which it is unique.
type Name struct {
	Parent domain.ID
	Name   domain.Name
}

// Result is a record that was found or is to be made.
type Result[T any] struct {
	Created bool
	Record  T
}

// policy is how an upsert is repeated that met another one with the same names. The
// other one may take a few transactions.
var policy = retry.Policy{Tries: 12, Min: 25 * time.Millisecond, Max: 400 * time.Millisecond}

// Run finds or makes the record of each row. Errors: validation, also for the issues so
// far; store.ErrBeingMade after the last try; those of Find and Write.
func Run[T any](ctx context.Context, issues *wire.Issues, x Rows[T]) error {
	x.checkDuplicates(issues)
	if err := issues.Err(); err != nil {
		return err
	}
	return retry.Do(ctx, policy, func() (again bool, err error) {
		found, err := x.Find(ctx, x.Candidates)
		if err != nil {
			return errors.Is(err, store.ErrBeingMade), err
		}
		results := make([]Result[T], len(x.Candidates))
		for i, candidate := range x.Candidates {
			results[i] = x.result(i, candidate, found[i], issues)
		}
		if err := issues.Err(); err != nil {
			return false, err
		}
		err = x.Write(ctx, results)
		return errors.Is(err, store.ErrBeingMade), err
	})
}

// Missing are the records that are to be made.
func Missing[T any](all []Result[T]) []T {
	var missing []T
	for _, r := range all {
		if r.Created {
			missing = append(missing, r.Record)
		}
	}
	return missing
}

// result decides what a row gets: the record with its external id, else without one the
// record with its name, else a new one.
func (x Rows[T]) result(i int, candidate T, found store.Found[T], issues *wire.Issues) Result[T] {
	match, property := found.ByExternalID, "externalId"
	if x.ExternalID(candidate) == "" {
		match, property = found.ByName, "name"
	}
	switch {
	case match != nil && x.MayUse(*match):
		return Result[T]{Record: *match}
	case match != nil:
		issues.Add(path(i, property), problem.DuplicateValue)
	case found.ByName != nil:
		issues.Add(path(i, "name"), problem.DuplicateValue)
	}
	return Result[T]{Created: true, Record: candidate}
}

// checkDuplicates reports every row whose name or external id another row has, too.
func (x Rows[T]) checkDuplicates(issues *wire.Issues) {
	checkUnique(x, issues, "name", func(record T) (Name, bool) {
		name := x.Name(record)
		name.Name = domain.Name(name.Name.Normalize())
		return name, name.Name != ""
	})
	checkUnique(x, issues, "externalId", func(record T) (domain.ExternalID, bool) {
		id := x.ExternalID(record)
		return id, id != ""
	})
}

func checkUnique[T any, V comparable](x Rows[T], issues *wire.Issues, property string, valueOf func(T) (value V, ok bool)) {
	rows := map[V]int{}
	for _, record := range x.Candidates {
		value, _ := valueOf(record)
		rows[value]++
	}
	for i, record := range x.Candidates {
		if value, ok := valueOf(record); ok && rows[value] > 1 && issues.IsClean(path(i, property)) {
			issues.Add(path(i, property), problem.DuplicateValue)
		}
	}
}

func path(row int, property string) string { return fmt.Sprintf("items[%d].%s", row, property) }
