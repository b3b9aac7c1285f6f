package people

import (
	"errors"
	"time"

	"stint/shared/domain"
)

// A deleted workspace is invisible at once. Until its purge begins, its owner can
// restore it. The purge marks the workspace before it removes anything, so a restore
// and a purge exclude each other by the version of the workspace.

// Deleted reports whether the workspace is deleted.
func (w Workspace) Deleted() bool { return w.DeletedAt != nil }

// Delete is the workspace after its deletion. Its API keys are never valid again.
// After purgeAfter its purge is due; 0 is at once.
func (w Workspace) Delete(now domain.Instant, purgeAfter time.Duration) Workspace {
	w.DeletedAt = &now
	if purgeAfter > 0 {
		w.PurgeAt = new(now.Plus(purgeAfter))
	}
	w.KeyEpoch++
	w.KeyEnds = w.KeyEnds.add(now)
	return w.NextVersion()
}

// PurgeDue is when the purge of a deleted workspace is due.
func (w Workspace) PurgeDue() domain.Instant {
	if w.PurgeAt == nil {
		return *w.DeletedAt
	}
	return *w.PurgeAt
}

// PurgeBegun reports whether something of a deleted workspace may have been removed. A
// workspace whose purge was due at once is never marked.
func (w Workspace) PurgeBegun() bool {
	return w.Deleted() && (w.PurgeAt == nil || w.PurgeBegunAt != nil)
}

// BeginPurge is a deleted workspace whose purge begins.
func (w Workspace) BeginPurge(now domain.Instant) Workspace {
	w.PurgeBegunAt = &now
	return w.NextVersion()
}

// RestorableBy reports whether the workspace is deleted and the user can restore it.
func (w Workspace) RestorableBy(user domain.ID) bool {
	return w.Deleted() && !w.PurgeBegun() && w.OwnerID == user
}

// Restore is a deleted workspace as it was before, except for its API keys.
func (w Workspace) Restore() Workspace {
	w.DeletedAt, w.PurgeAt = nil, nil
	return w.NextVersion()
}

// Errors of what the operator cannot do with a workspace.
var (
	ErrNotDeleted = errors.New("the workspace is not deleted")
	ErrPurgeBegun = errors.New("the purge of the workspace has begun")
	ErrNotPurged  = errors.New("the workspace is deleted, but not purged: restore it, or wait until its purge has ended")
	ErrInUse      = errors.New("the workspace is not deleted: purge it with -in-use")
	// ErrOwnerHasNoAccount refuses to make a workspace visible whose owner deleted their account.
	ErrOwnerHasNoAccount = errors.New("the owner of the workspace has no account")
	ErrPurgedThere       = errors.New("the purge of the workspace had begun in the restored table: restore the table " +
		"to an earlier time")
)

// RestoreByOperator is Restore for the operator. Errors: ErrNotDeleted, ErrPurgeBegun.
func (w Workspace) RestoreByOperator() (Workspace, error) {
	switch {
	case !w.Deleted():
		return w, ErrNotDeleted
	case w.PurgeBegun():
		return w, ErrPurgeBegun
	default:
		return w.Restore(), nil
	}
}

// PurgeByOperator is the workspace with a purge that is due at once. A deleted workspace is marked as being
// purged, because its first walk may be the last. A workspace that is not deleted is deleted if inUse is
// true. Errors: ErrInUse, ErrPurgeBegun.
func (w Workspace) PurgeByOperator(inUse bool, now domain.Instant) (Workspace, error) {
	switch {
	case w.PurgeBegun():
		return w, ErrPurgeBegun
	case w.Deleted():
		w.PurgeAt = nil
		return w.BeginPurge(now), nil
	case !inUse:
		return w, ErrInUse
	default:
		return w.Delete(now, 0), nil
	}
}

// BringBack is a workspace of a restored table as it is written again after its purge.
// Its API keys are never valid again, it has no webhooks, and it counts for nobody. Errors:
// ErrPurgedThere.
func (w Workspace) BringBack(now domain.Instant) (Workspace, error) {
	if w.PurgeBegun() {
		return w, ErrPurgedThere
	}
	w.DeletedAt, w.PurgeAt, w.MadeBy, w.Webhooks = nil, nil, "", 0
	w.KeyEpoch++
	w.KeyEnds = w.KeyEnds.add(now)
	return w, nil
}

// AbandonedCopy is the workspace in place of a copy that was begun and is not wanted: a
// deleted one, whose purge is due at once and removes what was copied.
func AbandonedCopy(id domain.ID, now domain.Instant) Workspace {
	return Workspace{ID: id, CreatedAt: now}.Delete(now, 0)
}
