// Package feed has what changed in a workspace, who sees it, and webhooks.
package feed

import (
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
)

// ChangeType is a kind of record whose changes can be followed.
type ChangeType string

// The kinds of records that the change feed covers. A running timer is an entry.
const (
	ChangeEntry         ChangeType = "entry"
	ChangeClient        ChangeType = "client"
	ChangeProject       ChangeType = "project"
	ChangeProjectMember ChangeType = "project_member"
	ChangeTask          ChangeType = "task"
	ChangeTag           ChangeType = "tag"
	ChangeMember        ChangeType = "member"
	ChangeSubmission    ChangeType = "submission"
	ChangeInvitation    ChangeType = "invitation"
	ChangeWorkspace     ChangeType = "workspace"
)

// ChangeTypes lists all kinds.
func ChangeTypes() []ChangeType {
	return []ChangeType{
		ChangeEntry, ChangeClient, ChangeProject, ChangeProjectMember, ChangeTask, ChangeTag, ChangeMember, ChangeSubmission,
		ChangeInvitation, ChangeWorkspace,
	}
}

// Values lists the kinds that a caller may send.
func (ChangeType) Values() []string { return domain.Texts(ChangeTypes()) }

// ParseText reads a kind sent by a caller. Errors: enum_invalid.
func (t *ChangeType) ParseText(text string) problem.FieldCode { return domain.ParseValue(t, text) }

// ChangeKind says whether a record is there after a change.
type ChangeKind string

// The kinds of changes.
const (
	ChangeUpsert ChangeKind = "upsert" // it is there: new or changed
	ChangeDelete ChangeKind = "delete" // it was deleted, or the viewer does not see it any more
)

// Times of the change feed.
const (
	// MaxChangeAge is how far back a reader of the change feed may begin or continue.
	MaxChangeAge = 30 * 24 * time.Hour
	// DeletionMarkLife is how long the mark of a deleted record is kept. It is longer than
	// MaxChangeAge, so that a reader that begins at the bound still finds all marks.
	DeletionMarkLife = MaxChangeAge + 24*time.Hour
)
