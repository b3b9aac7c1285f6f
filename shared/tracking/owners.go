package tracking

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/store"
)

// maxSearched is in the time of how many users an entry is looked for whose id a caller chose. Each costs a read unit.
const maxSearched = 10

// maxParallelOwners bounds how many owners are looked for at the same time.
const maxParallelOwners = 16

// OwnerReader is what finding the owner of an entry by its id reads.
type OwnerReader interface {
	// MemberIDs lists those who are or were members of the workspace and whose id begins so, at most limit of them.
	MemberIDs(ctx context.Context, workspace domain.ID, beginning string, limit int) ([]domain.ID, error)
	// Records reads what is named, in one consistent round.
	Records(ctx context.Context, workspace domain.ID, refs store.Refs) (store.Records, error)
}

// owners are the users who may have the entry with an id.
type owners struct {
	users []domain.ID
	// isChosen: a caller chose the id. No timer has such an id.
	isChosen bool
}

// findOwners finds those whom the id names (domain.NewIDOf), or else everyone who is or was a member of a small
// workspace. Errors: OwnerUnknownError in a larger one.
func findOwners(ctx context.Context, s OwnerReader, w, id domain.ID) (owners, error) {
	users, err := s.MemberIDs(ctx, w, id.OwnerBeginning(), maxSearched)
	if err != nil || len(users) > 0 {
		return owners{users: users}, err
	}
	users, err = s.MemberIDs(ctx, w, "", maxSearched+1)
	if err == nil && len(users) > maxSearched {
		err = &OwnerUnknownError{ID: id}
	}
	return owners{users, true}, err
}

// refs are the entry with the id of each of the users, and their timers.
func (o owners) refs(id domain.ID) store.Refs {
	refs := entryRefs([]domain.ID{id}, o.users...)
	if !o.isChosen {
		refs.Timers = o.users
	}
	return refs
}

// find reads the entries and running timers with an id, at most one of each user.
func (o owners) find(ctx context.Context, s OwnerReader, w, id domain.ID) ([]timelog.Entry, error) {
	found, err := s.Records(ctx, w, o.refs(id))
	return pick(found, id), err
}

// refsOfOthers are the entries with some ids of those who may have them, and the timers among those. Errors:
// OwnerUnknownError.
func refsOfOthers(ctx context.Context, s OwnerReader, w domain.ID, ids []domain.ID) (refs store.Refs, err error) {
	found := make([]owners, len(ids))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxParallelOwners)
	for i, id := range ids {
		group.Go(func() (err error) {
			found[i], err = findOwners(ctx, s, w, id)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return refs, err
	}
	for i, o := range found {
		refs = refs.Merge(o.refs(ids[i]))
	}
	return refs, nil
}

// OwnerUnknownError says that the id of an entry does not tell whose it is. To a caller it is a validation error:
// user_id is required.
type OwnerUnknownError struct{ ID domain.ID }

// Error implements error.
func (e *OwnerUnknownError) Error() string { return "the id " + string(e.ID) + " names no owner" }

// Unwrap is what a caller is told.
func (e *OwnerUnknownError) Unwrap() error {
	return problem.Invalid(problem.Field{Field: "user_id", Code: problem.Required, In: problem.InQuery,
		Message: "is required for the entry " + string(e.ID) + ", because its id was not made by the service"})
}
