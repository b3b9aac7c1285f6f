// Package named has what the operations on clients, projects, tasks and tags have in common:
// records with a unique name and an external id.
package named

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// Kind is a kind of records with a unique name. A record is a T, and an A in answers.
type Kind[T comparable, A any] struct {
	Version    func(*T) *int64
	Name       func(T) (parent domain.ID, name domain.Name) // the name is unique below the parent; "" is none
	ExternalID func(T) domain.ExternalID
	Show       func(T) A
}

// Filter selects the records of a list by their external id, or by a part of their name.
type Filter struct {
	// only the one with this external id
	ExternalID wire.Optional[domain.ExternalID] `query:"external_id" bounds:"externalId"`
	// a part of the name, ignoring case and accents
	Search wire.Optional[domain.SearchTerm] `query:"search" maxLength:"255"`
}

// Lists is how the store lists records.
type Lists[T any] struct {
	ByExternalID func(ctx context.Context, workspace domain.ID, x domain.ExternalID) (*T, error) // nil: there is none
	Page         func(ctx context.Context, workspace domain.ID, p store.PageRequest,
		keep func(T) bool) (store.Page[T], error)
}

// List answers with a page of the records that the filter selects. keep are further filters,
// nil for none. If all records match, the store reads no more of them than the page holds.
func (k Kind[T, A]) List(ctx context.Context, r *route.Request, q paging.Query, f Filter,
	keep func(T) bool, lists Lists[T]) (route.List[A], error) {
	if search := f.Search.Value; search != "" {
		others := keep
		keep = func(record T) bool {
			_, name := k.Name(record)
			return search.FoundIn(string(name)) && (others == nil || others(record))
		}
	}
	if f.ExternalID.Set {
		found, err := lists.ByExternalID(ctx, r.WorkspaceID(), f.ExternalID.Value)
		return paging.ToSingle(q, found, err, keep, k.Show)
	}
	page, err := lists.Page(ctx, r.WorkspaceID(), q.Page(r), keep)
	return paging.ToList(page, err, k.Show)
}

// Create answers with a new record, and writes it with what repeats the answer. Errors:
// those of create.
func (k Kind[T, A]) Create(ctx context.Context, r *route.Request, record T,
	create func(ctx context.Context, workspace domain.ID, record T, r domain.ReplayRecord) error) (A, error) {
	shown := k.Show(record)
	return shown, create(ctx, r.WorkspaceID(), record, r.Remember(shown))
}

// Change is Replace with If-Match. Errors also: conflict.
func (k Kind[T, A]) Change(ctx context.Context, r *route.Request, was, now T,
	replace func(ctx context.Context, workspace domain.ID, was, now T) error) (shown A, err error) {
	if err := r.CheckIfMatch(*k.Version(&was)); err != nil {
		return shown, err
	}
	return k.Replace(ctx, r, was, now, replace)
}

// Replace writes the next version of a record, unless nothing changes. Errors: those of
// replace.
func (k Kind[T, A]) Replace(ctx context.Context, r *route.Request, was, now T,
	replace func(ctx context.Context, workspace domain.ID, was, now T) error) (A, error) {
	if now == was {
		return k.Show(was), nil
	}
	*k.Version(&now)++
	return k.Show(now), replace(ctx, r.WorkspaceID(), was, now)
}
