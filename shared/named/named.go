// Package named has what the operations on clients, projects, tasks and tags have in common:
// records with a unique name and an external id.
package named

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

// Kind is a kind of records with a unique name. A record is a T, and an A in answers.
type Kind[T comparable, A any] struct {
	Version    func(*T) *int64
	Name       func(T) (parent domain.ID, name domain.Name) // the name is unique below the parent; "" is none
	ExternalID func(T) domain.ExternalID
	Show       func(T) A
}

// Create answers with a new record, and writes it with what repeats the answer. Errors:
// those of create.
func (k Kind[T, A]) Create(ctx context.Context, r *route.Request, record T, create func(ctx context.Context, workspace domain.ID, record T, r domain.ReplayRecord) error) (A, error) {
	shown := k.Show(record)
	return shown, create(ctx, r.WorkspaceID(), record, r.Remember(shown))
}

// Change is Replace with If-Match. Errors also: conflict.
func (k Kind[T, A]) Change(ctx context.Context, r *route.Request, was, now T, replace func(ctx context.Context, workspace domain.ID, was, now T) error) (shown A, err error) {
	if err := r.CheckIfMatch(*k.Version(&was)); err != nil {
		return shown, err
	}
	return k.Replace(ctx, r, was, now, replace)
}

// Replace writes the next version of a record, unless nothing changes. Errors: those of
// replace.
func (k Kind[T, A]) Replace(ctx context.Context, r *route.Request, was, now T, replace func(ctx context.Context, workspace domain.ID, was, now T) error) (A, error) {
	if now == was {
		return k.Show(was), nil
	}
	*k.Version(&now)++
	return k.Show(now), replace(ctx, r.WorkspaceID(), was, now)
}
