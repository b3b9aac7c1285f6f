package tracking

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// FoundEntry is an entry or a running timer that the path names and the caller may
// read.
type FoundEntry struct{ timelog.Entry }

// Authorize allows changes to the entry's owner and to the workspace's owner and
// admins. Project managers and analysts may only read. Errors: forbidden
// role_insufficient, scope_insufficient.
func (t FoundEntry) Authorize(c auth.Caller, p auth.Permission) error {
	if p != auth.TrackTime {
		return nil
	}
	return auth.AuthorizeTimeOf(c, t.UserID)
}

// Find finds the entry or timer that the path names by {id}: the caller's own
// first, then others' that the caller may read. The query's user_id names the
// owner, which is required where the id does not and the workspace is not small. Errors: not_found; conflict when
// several others share the id; 422 for a user_id that is no UUID.
func Find(ctx context.Context, s *store.Store, r *route.Request) (FoundEntry, error) {
	owner, err := parseOwner(r)
	if err != nil {
		return FoundEntry{}, err
	}
	id, self := r.ID("id"), r.User.ID
	if owner == "" || owner == self {
		if r.Timer != nil && r.Timer.ID == id {
			return FoundEntry{*r.Timer}, nil
		}
		own, err := owners{users: []domain.ID{self}}.find(ctx, s, r.WorkspaceID(), id)
		if err != nil || len(own) > 0 {
			return singleEntry(own, err)
		}
		if owner == self {
			return FoundEntry{}, problem.NotFound()
		}
	}
	return findOthersEntry(ctx, s, r.Caller, id, owner)
}

// parseOwner reads user_id, in either spelling; "" when it is not given.
func parseOwner(r *route.Request) (owner domain.ID, err error) {
	for _, name := range []string{"user_id", "userId"} {
		if sent := r.QueryValue(name); sent != "" {
			if code := owner.ParseText(sent); code != "" {
				return "", problem.InvalidIn(problem.InQuery, name, code)
			}
			break
		}
	}
	return owner, nil
}

// findOthersEntry finds another user's entry that the caller may read.
func findOthersEntry(ctx context.Context, s *store.Store, c auth.Caller, id, owner domain.ID) (FoundEntry, error) {
	readable, err := readPredicate(ctx, s, c)
	if err != nil || readable == nil {
		return FoundEntry{}, errorOrNotFound(err)
	}
	found, err := findOf(ctx, s, c.WorkspaceID(), id, owner)
	if err != nil {
		return FoundEntry{}, err
	}
	var visible []timelog.Entry
	for _, e := range found {
		if readable(e) {
			visible = append(visible, e)
		}
	}
	return singleEntry(visible, nil)
}

// findOf reads the entry or timer with an id. Without an owner it looks at those who may have it.
func findOf(ctx context.Context, s *store.Store, w, id, owner domain.ID) ([]timelog.Entry, error) {
	if owner == "" {
		return findByID(ctx, s, w, id)
	}
	return owners{users: []domain.ID{owner}}.findAgain(ctx, s, w, id)
}

// readPredicate reports which entries of other users the caller may read; nil is
// none.
func readPredicate(ctx context.Context, s *store.Store, c auth.Caller) (func(timelog.Entry) bool, error) {
	if c.Role().ReadsAll() {
		return func(timelog.Entry) bool { return true }, nil
	}
	managed, err := s.ManagedProjects(ctx, c.WorkspaceID(), c.User.ID)
	if err != nil || len(managed) == 0 {
		return nil, err
	}
	return func(e timelog.Entry) bool { return managed[e.ProjectID] }, nil
}

func errorOrNotFound(err error) error {
	if err == nil {
		return problem.NotFound()
	}
	return err
}

// singleEntry is the only entry that was found. Errors: not_found, conflict for
// several.
func singleEntry(found []timelog.Entry, err error) (FoundEntry, error) {
	switch {
	case err != nil:
		return FoundEntry{}, err
	case len(found) == 0:
		return FoundEntry{}, problem.NotFound()
	case len(found) > 1:
		return FoundEntry{}, problem.Conflict(problem.AmbiguousID,
			"Several people have an entry with this id. Name one with user_id.")
	}
	return FoundEntry{found[0]}, nil
}
