package domain

import (
	"slices"

	"stint/shared/problem"
)

// EventName is the name of an event that webhooks are sent. More names may be added.
type EventName string

const (
	// AllEvents stands for every event in the list of a webhook.
	AllEvents EventName = "*"
	// TestEvent is sent on request. No webhook names it.
	TestEvent EventName = "webhook.test"
)

// The events.
const (
	EntryCreated   EventName = "entry.created"
	EntryUpdated   EventName = "entry.updated"
	EntryDeleted   EventName = "entry.deleted"
	TimerStarted   EventName = "timer.started"
	TimerUpdated   EventName = "timer.updated"
	TimerStopped   EventName = "timer.stopped"
	TimerDiscarded EventName = "timer.discarded"

	ProjectCreated  EventName = "project.created"
	ProjectUpdated  EventName = "project.updated"
	ProjectDeleted  EventName = "project.deleted"
	TaskCreated     EventName = "task.created"
	TaskUpdated     EventName = "task.updated"
	TaskDeleted     EventName = "task.deleted"
	TagCreated      EventName = "tag.created"
	TagUpdated      EventName = "tag.updated"
	TagDeleted      EventName = "tag.deleted"
	CustomerCreated EventName = "customer.created" // of a client record; client.* is what a client decided
	CustomerUpdated EventName = "customer.updated"
	CustomerDeleted EventName = "customer.deleted"

	MemberJoined         EventName = "member.joined"
	MemberChanged        EventName = "member.changed"
	MemberEnded          EventName = "member.deactivated"     // also of one who left
	ProjectMemberUpdated EventName = "project_member.updated" // also of a new one
	ProjectMemberDeleted EventName = "project_member.deleted"
	WorkspaceUpdated     EventName = "workspace.updated"

	SubmissionSubmitted    EventName = "submission.submitted"
	SubmissionWithdrawn    EventName = "submission.withdrawn"
	SubmissionResubmitted  EventName = "submission.resubmitted"
	SubmissionReopened     EventName = "submission.reopened"
	SubmissionLineApproved EventName = "submission.line_approved"
	SubmissionLineRejected EventName = "submission.line_rejected"
	SubmissionApprovedAll  EventName = "submission.approved_all"
	ClientLinkCreated      EventName = "client_link.created"
	ClientLinkRevoked      EventName = "client_link.revoked"
	ClientApproved         EventName = "client.approved"
	ClientRejected         EventName = "client.rejected"

	BudgetReached EventName = "budget.reached" // 80 or 100 % of a project's budget
)

var eventNames = []EventName{
	EntryCreated, EntryUpdated, EntryDeleted, TimerStarted, TimerUpdated, TimerStopped, TimerDiscarded,
	ProjectCreated, ProjectUpdated, ProjectDeleted, TaskCreated, TaskUpdated, TaskDeleted, TagCreated, TagUpdated, TagDeleted,
	CustomerCreated, CustomerUpdated, CustomerDeleted,
	MemberJoined, MemberChanged, MemberEnded, ProjectMemberUpdated, ProjectMemberDeleted, WorkspaceUpdated,
	SubmissionSubmitted, SubmissionWithdrawn, SubmissionResubmitted, SubmissionReopened, SubmissionLineApproved, SubmissionLineRejected,
	SubmissionApprovedAll, ClientLinkCreated, ClientLinkRevoked, ClientApproved, ClientRejected, BudgetReached,
}

// EventNames lists the names that a webhook may have, without AllEvents.
func EventNames() []EventName { return slices.Clone(eventNames) }

// Values lists the names that a caller may send.
func (EventName) Values() []string { return append([]string{string(AllEvents)}, texts(eventNames)...) }

// ParseText reads a name sent by a caller. Errors: enum_invalid.
func (e *EventName) ParseText(text string) problem.FieldCode {
	return parseValue(e, text)
}

// DistinctEvents are the names without repetitions, in the order of their first appearance.
func DistinctEvents(names []EventName) []EventName {
	var all []EventName
	for _, name := range names {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}
