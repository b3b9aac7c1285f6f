// Package changes reads what changed in a workspace, as one of its members may see it.
// It works without HTTP: the route of the change feed and the delivery of webhooks use it.
package changes

import (
	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/feed"
)

// Item is one changed record, as it is now. Its JSON form is that of the interface. The id of a member and of a
// project member is that of the user. Entries, members and project members have a user, project members a project.
// The time that a timer has run does not change the revision. A delete has no record.
type Item struct {
	Type      feed.ChangeType `json:"type"`
	ID        domain.ID       `json:"id"`
	UserID    *domain.ID      `json:"user_id"`
	ProjectID *domain.ID      `json:"project_id"`
	Change    feed.ChangeKind `json:"change"`
	ChangedAt domain.Instant  `json:"changed_at"` // When the record was changed, deleted or hidden.
	// An opaque word that changes with anything that the record shows. An item with the revision that the reader
	// holds says nothing new.
	Revision string         `json:"revision"`
	Record   jsontext.Value `json:"record"` // The record as it is now.

	Moment string `json:"-"` // of the change, more exact than ChangedAt; see table.Moment
	Cause  string `json:"-"` // trace of the change; see table.CauseOf
	OfLock bool   `json:"-"` // it is here because a submission changed, which may lock the record
}

// Position is how far a reader has come in the changes of a workspace. It is opaque and
// printable, has at most MaxPositionLength bytes, and may be stored. It is not secret to
// the service, but callers get it only in a sealed cursor.
type Position string

// MaxPositionLength is the most bytes of a Position.
const MaxPositionLength = 2400

// Request asks for the next changes.
type Request struct {
	// Caller is who reads: User, Workspace, Member and Billing are needed.
	Caller auth.Caller
	From   Position          // as the page before, FromNow or Since returned it
	Types  []feed.ChangeType // only these; none is all
	Limit  int               // the most items of the page, at least 1
	// EachChange shows an entry at its own change and at each of its submission, as events need it. Otherwise it is
	// shown once, at the later of both, if the reader has read neither.
	EachChange bool
}

// Page is the next changes, the oldest first. The same record may be on a later page
// again.
type Page struct {
	Items []Item
	Next  Position // where to continue; it is set on every page
	More  bool     // whether there is more to read at once
}
