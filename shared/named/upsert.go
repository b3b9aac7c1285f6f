package named

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/route"
	"stint/shared/store/projectdb"
	"stint/shared/wire"
)

// UpsertInput is the request of an upsert, with one B for each record.
type UpsertInput[B any] struct {
	Body struct {
		Items []B `json:"items" bounds:"upsertRows"`
	}
}

// UpsertAnswer has one result for each row, in the order of the request.
//
//openapi:schema Items+List
type UpsertAnswer[A any] struct {
	Items []UpsertResult[A] `json:"items"` // the results
}

// UpsertResult is a record that was found or made.
//
//openapi:schema Record+UpsertResult
type UpsertResult[A any] struct {
	Created bool `json:"created"` // false: it was there before
	Record  A    `json:"record"`  // The record as it is now.
}

// Upsert finds records of a kind by external id or name, and makes those that are missing. A
// row of the request is a B.
type Upsert[B any, T comparable, A any] struct {
	Kind[T, A]
	// New is the record that a row makes if none is found.
	New func(B) T
	// Check reports what else is wrong with the rows; nil is nothing.
	Check func(context.Context, []B, *wire.Issues) error
	// Find finds the records of a workspace with the names and external ids of the
	// candidates, in their order. Errors: projectdb.ErrBeingMade.
	Find func(ctx context.Context, workspace domain.ID, candidates []T) ([]projectdb.Found[T], error)
	// MayUse reports whether a record that was found may answer a row; nil is always. One
	// that may not keeps its name and external id.
	MayUse func(T) bool
	// CreateAll makes records, all or none. Errors: projectdb.ErrBeingMade.
	CreateAll func(ctx context.Context, workspace domain.ID, missing []T, r domain.ReplayRecord) error
}

// policy is how an upsert is repeated while another request writes the same names. That
// request may take a few transactions.
var policy = retry.Policy{Tries: 12, Min: 25 * time.Millisecond, Max: 400 * time.Millisecond}

// Run finds or makes the record of each row, all or none. Errors: validation;
// projectdb.ErrBeingMade after the last try; those of the functions of the upsert.
func (u Upsert[B, T, A]) Run(ctx context.Context, c *route.Call[UpsertInput[B]]) (shown UpsertAnswer[A], err error) {
	in, issues, err := c.Read()
	if err != nil {
		return shown, err
	}
	candidates := make([]T, len(in.Body.Items))
	for i, body := range in.Body.Items {
		candidates[i] = u.New(body)
	}
	err = retry.Do(ctx, policy, func() (again bool, err error) {
		if u.Check != nil {
			err = u.Check(ctx, in.Body.Items, issues)
		}
		if err == nil {
			err = u.checkUnique(candidates, issues)
		}
		if err != nil {
			return false, err
		}
		shown, err = u.try(ctx, c.Request, candidates, issues)
		return errors.Is(err, projectdb.ErrBeingMade), err
	})
	return shown, err
}

// checkUnique reports every row whose name or external id another row has, too. It ends the
// validation of the rows alone.
func (u Upsert[B, T, A]) checkUnique(candidates []T, issues *wire.Issues) error {
	type value struct{ property, parent, text string }
	rows := map[value]int{}
	for pass := range 2 { // the first counts, the second reports
		for i, record := range candidates {
			parent, name := u.Name(record)
			for _, v := range []value{{"name", string(parent), name.Normalize()},
				{"externalId", "", string(u.ExternalID(record))}} {
				if pass == 0 {
					rows[v]++
				} else if v.text != "" && rows[v] > 1 && issues.IsClean(path(i, v.property)) {
					issues.Add(path(i, v.property), problem.DuplicateValue)
				}
			}
		}
	}
	return issues.Err()
}

// try looks for the records once, and makes the missing ones.
func (u Upsert[B, T, A]) try(ctx context.Context, r *route.Request, candidates []T,
	issues *wire.Issues) (shown UpsertAnswer[A], err error) {
	found, err := u.Find(ctx, r.WorkspaceID(), candidates)
	if err != nil {
		return shown, err
	}
	var missing []T
	shown.Items = make([]UpsertResult[A], len(candidates))
	for i, candidate := range candidates {
		record, isThere := u.match(i, candidate, found[i], issues)
		if !isThere {
			missing = append(missing, record)
		}
		shown.Items[i] = UpsertResult[A]{Created: !isThere, Record: u.Show(record)}
	}
	if err := issues.Err(); err != nil {
		return shown, err
	}
	return shown, u.CreateAll(ctx, r.WorkspaceID(), missing, r.Remember(shown))
}

// match decides what a row gets: the record with its external id, or without an external id
// the record with its name, or else its candidate, which is to be made.
func (u Upsert[B, T, A]) match(row int, candidate T, found projectdb.Found[T],
	issues *wire.Issues) (record T, isThere bool) {
	match, property := found.ByExternalID, "externalId"
	if u.ExternalID(candidate) == "" {
		match, property = found.ByName, "name"
	}
	switch {
	case match != nil && (u.MayUse == nil || u.MayUse(*match)):
		return *match, true
	case match != nil:
		issues.Add(path(row, property), problem.DuplicateValue)
	case found.ByName != nil:
		issues.Add(path(row, "name"), problem.DuplicateValue)
	}
	return candidate, false
}

func path(row int, property string) string { return fmt.Sprintf("items[%d].%s", row, property) }
