package tracking

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
)

// Tracked is an entry or a running timer that a path names and its caller may
// read.
type Tracked struct{ domain.Entry }

// Permit lets the owner change it, and the workspace's owner and admins; a
// project's managers and analysts read only. Errors: forbidden
// role_insufficient.
func (t Tracked) Permit(c auth.Caller, p auth.Permission) error {
	if p != auth.TrackTime || t.UserID == c.User.ID || c.Leads() {
		return nil
	}
	return problem.Deny(problem.RoleInsufficient)
}

// Find finds the entry or timer that the path names by {id}: the caller's own
// first, then others' that the caller may read. The query's user_id names the
// owner. Errors: not_found; conflict when several others share the id; 422 for
// a user_id that is no UUID.
func Find(ctx context.Context, f Finder, r *route.Request) (Tracked, error) {
	owner, err := ownerNamed(r)
	if err != nil {
		return Tracked{}, err
	}
	id, self := r.ID("id"), r.User.ID
	if owner == "" || owner == self {
		if r.Timer != nil && r.Timer.ID == id {
			return Tracked{*r.Timer}, nil
		}
		own, err := f.FindEntries(ctx, r.WorkspaceID(), id, self)
		if err != nil || len(own) > 0 {
			return only(own, err)
		}
		if owner == self {
			return Tracked{}, problem.Missing()
		}
	}
	return findOther(ctx, f, r.Caller, id, owner)
}

// ownerNamed reads user_id, in either spelling; "" is nobody.
func ownerNamed(r *route.Request) (owner domain.ID, err error) {
	for _, name := range []string{"user_id", "userId"} {
		if sent := r.Parameter(name); sent != "" {
			if code := owner.ParseText(sent); code != "" {
				return "", problem.InvalidField(name, code)
			}
			break
		}
	}
	return owner, nil
}

// findOther finds somebody else's entry, as far as the caller may read it.
func findOther(ctx context.Context, f Finder, c auth.Caller, id, owner domain.ID) (Tracked, error) {
	readable, err := readableBy(ctx, f, c)
	if err != nil || readable == nil {
		return Tracked{}, orMissing(err)
	}
	users := []domain.ID{owner}
	if owner == "" {
		if users, err = f.EverMembers(ctx, c.WorkspaceID()); err != nil {
			return Tracked{}, err
		}
	}
	found, err := f.FindEntries(ctx, c.WorkspaceID(), id, users...)
	if err == nil && len(found) == 0 {
		// A batch read is no snapshot: a timer that is being stopped may be in
		// neither place. A second look cannot miss it again.
		found, err = f.FindEntries(ctx, c.WorkspaceID(), id, users...)
	}
	if err != nil {
		return Tracked{}, err
	}
	var may []domain.Entry
	for _, e := range found {
		if readable(e) {
			may = append(may, e)
		}
	}
	return only(may, nil)
}

// readableBy says which of others' entries the caller may read; nil is none.
func readableBy(ctx context.Context, f Finder, c auth.Caller) (func(domain.Entry) bool, error) {
	if c.Role() != domain.Worker {
		return func(domain.Entry) bool { return true }, nil
	}
	managed, err := f.ManagedBy(ctx, c.WorkspaceID(), c.User.ID)
	if err != nil || len(managed) == 0 {
		return nil, err
	}
	return func(e domain.Entry) bool { return managed[e.ProjectID] }, nil
}

func orMissing(err error) error {
	if err == nil {
		return problem.Missing()
	}
	return err
}

// only gives the one that was found.
func only(found []domain.Entry, err error) (Tracked, error) {
	switch {
	case err != nil:
		return Tracked{}, err
	case len(found) == 0:
		return Tracked{}, problem.Missing()
	case len(found) > 1:
		return Tracked{}, problem.Clash("Several people have an entry with this id. Name one with user_id.")
	}
	return Tracked{found[0]}, nil
}
