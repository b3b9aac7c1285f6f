package tracking

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/store"
)

// maxSearched is how many users are searched for an entry, each for a read unit. A workspace that ever had more members
// is not searched as a whole.
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
	users      []domain.ID
	hasNoTimer bool // the id is of no timer
}

// refs are the entry with the id of each of the users, and their timers.
func (o owners) refs(id domain.ID) store.Refs {
	refs := entryRefs([]domain.ID{id}, o.users...)
	if !o.hasNoTimer {
		refs.Timers = o.users
	}
	return refs
}

// find reads the entries and running timers with an id, at most one of each user.
func (o owners) find(ctx context.Context, s OwnerReader, w, id domain.ID) ([]timelog.Entry, error) {
	found, err := s.Records(ctx, w, o.refs(id))
	return pick(found, id), err
}

// findAgain is find, once more where it finds nothing. A batch read is no snapshot: a timer that is being stopped may
// be found neither as a timer nor as an entry. By the second reading it is an entry.
func (o owners) findAgain(ctx context.Context, s OwnerReader, w, id domain.ID) ([]timelog.Entry, error) {
	found, err := o.find(ctx, s, w, id)
	if err == nil && len(found) == 0 {
		found, err = o.find(ctx, s, w, id)
	}
	return found, err
}

// ownersNamed are the members whom the id names (domain.NewIDOf).
func ownersNamed(ctx context.Context, s OwnerReader, w, id domain.ID) (owners, error) {
	users, err := s.MemberIDs(ctx, w, id.OwnerBeginning(), maxSearched)
	return owners{users: users}, err
}

// everyone is who is or was a member of a small workspace; isSmall is false for a larger one. Callers choose ids of
// entries, and no timer has such an id.
func everyone(ctx context.Context, s OwnerReader, w domain.ID) (all owners, isSmall bool, err error) {
	users, err := s.MemberIDs(ctx, w, "", maxSearched+1)
	return owners{users, true}, len(users) <= maxSearched, err
}

// findByID reads the entries and running timers with an id: of those whom the id names, or else of everyone in a small
// workspace. In a larger one nothing is found for an id that names nobody.
func findByID(ctx context.Context, s OwnerReader, w, id domain.ID) ([]timelog.Entry, error) {
	named, err := ownersNamed(ctx, s, w, id)
	if err != nil {
		return nil, err
	}
	if len(named.users) > 0 {
		if found, err := named.find(ctx, s, w, id); err != nil || len(found) > 0 {
			return found, err
		}
	}
	all, isSmall, err := everyone(ctx, s, w)
	switch {
	case err != nil:
		return nil, err
	case isSmall:
		return all.find(ctx, s, w, id)
	}
	return named.find(ctx, s, w, id) // the second reading, as in findAgain
}

// refsOfOthers are the entries with some ids of those who may have them, and their timers. Errors: OwnerUnknownError.
func refsOfOthers(ctx context.Context, s OwnerReader, w domain.ID, ids []domain.ID) (refs store.Refs, err error) {
	all, isSmall, err := everyone(ctx, s, w)
	if err != nil {
		return refs, err
	}
	if isSmall {
		return entryRefs(ids, all.users...).Merge(store.Refs{Timers: all.users}), nil
	}
	found := make([]owners, len(ids))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxParallelOwners)
	for i, id := range ids {
		group.Go(func() (err error) {
			if found[i], err = ownersNamed(ctx, s, w, id); err == nil && len(found[i].users) == 0 {
				err = &OwnerUnknownError{ID: id}
			}
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

// OwnerUnknownError says that the id of an entry does not tell whose it is. In a list it is a validation error: user_id
// is required. On its own path such an entry is not found without user_id.
type OwnerUnknownError struct{ ID domain.ID }

// Error implements error.
func (e *OwnerUnknownError) Error() string { return "the id " + string(e.ID) + " names no owner" }

// Unwrap is what the caller of a list is told.
func (e *OwnerUnknownError) Unwrap() error {
	return problem.Invalid(problem.Field{Field: "user_id", Code: problem.Required, In: problem.InQuery,
		Message: "is required for the entry " + string(e.ID) + ", because its id does not say whose it is"})
}
