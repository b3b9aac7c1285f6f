// Package upsert finds records by their external id or name, and makes those that are
// missing.
package upsert

import (
	"context"
	"errors"
	"time"

	"stint/shared/domain"
	"stint/shared/retry"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// Input is the request of an upsert, with one B for each record.
type Input[B any] struct {
	Body struct {
		Items []B `json:"items" bounds:"upsertRows"`
	}
}

// Answer has one result for each row, in the order of the request.
//
//openapi:schema Items+List
type Answer[A any] struct {
	Items []Result[A] `json:"items"` // the results
}

// Result is a record that was found or made.
//
//openapi:schema Record+UpsertResult
type Result[A any] struct {
	Created bool `json:"created"` // false: it was there before
	Record  A    `json:"record"`  // The record as it is now.
}

// Operation is the upsert of one kind of record. A row of the request is a B, a record a T,
// and a record in the answer an A.
type Operation[B, T, A any] struct {
	// Check reports what else is wrong with the rows; nil is nothing.
	Check func(context.Context, []B, *wire.Issues) error
	// New is the record that a row makes if none is found.
	New        func(B) T
	Name       func(T) Name
	ExternalID func(T) domain.ExternalID
	// Find finds the records of a workspace with the names and external ids of the
	// candidates, in their order. Errors: store.ErrBeingMade.
	Find func(ctx context.Context, workspace domain.ID, candidates []T) ([]store.Found[T], error)
	// MayUse reports whether a record that was found may answer a row; nil is always. One
	// that may not keeps its name and external id.
	MayUse func(T) bool
	// Show is how a record is answered.
	Show func(T) A
	// Create makes records, all or none. Errors: store.ErrBeingMade.
	Create func(ctx context.Context, workspace domain.ID, missing []T, r domain.ReplayRecord) error
}

// Name is a name with the parent below which it is unique.
type Name struct {
	Parent domain.ID
	Name   domain.Name
}

// policy is how an upsert is repeated while another request writes the same names. That
// request may take a few transactions.
var policy = retry.Policy{Tries: 12, Min: 25 * time.Millisecond, Max: 400 * time.Millisecond}

// Run finds or makes the record of each row, all or none. Errors: validation;
// store.ErrBeingMade after the last try; those of the functions of the operation.
func (o Operation[B, T, A]) Run(ctx context.Context, c *route.Call[Input[B]]) (shown Answer[A], err error) {
	in, issues, err := c.Read()
	if err != nil {
		return shown, err
	}
	candidates := make([]T, len(in.Body.Items))
	for i, body := range in.Body.Items {
		candidates[i] = o.New(body)
	}
	err = retry.Do(ctx, policy, func() (again bool, err error) {
		if err := o.check(ctx, in.Body.Items, candidates, issues); err != nil {
			return false, err
		}
		shown, err = o.try(ctx, c, candidates, issues)
		return errors.Is(err, store.ErrBeingMade), err
	})
	return shown, err
}

// try looks for the records once, and makes the missing ones.
func (o Operation[B, T, A]) try(ctx context.Context, c *route.Call[Input[B]], candidates []T, issues *wire.Issues) (shown Answer[A], err error) {
	found, err := o.Find(ctx, c.WorkspaceID(), candidates)
	if err != nil {
		return shown, err
	}
	var missing []T
	shown.Items = make([]Result[A], len(candidates))
	for i, candidate := range candidates {
		record, isThere := o.match(i, candidate, found[i], issues)
		if !isThere {
			missing = append(missing, record)
		}
		shown.Items[i] = Result[A]{Created: !isThere, Record: o.Show(record)}
	}
	if err := issues.Err(); err != nil {
		return shown, err
	}
	return shown, o.Create(ctx, c.WorkspaceID(), missing, c.Remember(shown))
}
