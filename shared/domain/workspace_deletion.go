package domain

import "time"

// A deleted workspace is invisible at once. Until its purge begins, its owner can
// restore it. The purge marks the workspace before it removes anything, so a restore
// and a purge exclude each other by the version of the workspace.

// Deleted reports whether the workspace is deleted.
func (w Workspace) Deleted() bool { return w.DeletedAt != nil }

// MarkDeleted is the workspace after its deletion. Its API keys are never valid again.
// After purgeAfter its purge is due; 0 is at once.
func (w Workspace) MarkDeleted(now Instant, purgeAfter time.Duration) Workspace {
	w.DeletedAt = &now
	if purgeAfter > 0 {
		w.PurgeAt = new(now.Plus(purgeAfter))
	}
	w.KeyEpoch++
	w.KeyEnds = w.KeyEnds.add(now)
	return w.NextVersion()
}

// PurgeDue is when the purge of a deleted workspace is due.
func (w Workspace) PurgeDue() Instant {
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
func (w Workspace) BeginPurge(now Instant) Workspace {
	w.PurgeBegunAt = &now
	return w.NextVersion()
}

// RestorableBy reports whether the workspace is deleted and the user can restore it.
func (w Workspace) RestorableBy(user ID) bool {
	return w.Deleted() && !w.PurgeBegun() && w.OwnerID == user
}

// Restore is a deleted workspace as it was before, except for its API keys.
func (w Workspace) Restore() Workspace {
	w.DeletedAt, w.PurgeAt = nil, nil
	return w.NextVersion()
}
