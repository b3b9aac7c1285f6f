package feed

import "slices"

// Event is what the catalogue of events says about one of them.
type Event struct {
	Name    EventName
	Type    ChangeType // of the record that its data shows; "" for an event with data of its own
	Meaning string     // when it is sent
}

// events are all events that a webhook can name. An event that is not here does not exist: names, the OpenAPI
// document and the reference are made from this table.
var events = []Event{
	{EntryCreated, ChangeEntry, "Time was tracked afterwards, as an entry with a start and an end."},
	{EntryUpdated, ChangeEntry, "A finished entry was changed. It is also sent when a timesheet locks or frees the entry."},
	{EntryDeleted, ChangeEntry, "A finished entry was deleted."},
	{TimerStarted, ChangeEntry, "A timer was started."},
	{TimerUpdated, ChangeEntry, "A running timer was changed."},
	{TimerStopped, ChangeEntry, "A timer was stopped: the entry is finished now."},
	{TimerDiscarded, ChangeEntry, "A running timer was discarded, and its time with it."},
	{ProjectCreated, ChangeProject, "A project was created."},
	{ProjectUpdated, ChangeProject, "A project was changed, archived or taken back."},
	{ProjectDeleted, ChangeProject, "A project was deleted."},
	{TaskCreated, ChangeTask, "A task was created."},
	{TaskUpdated, ChangeTask, "A task was changed, archived or taken back."},
	{TaskDeleted, ChangeTask, "A task was deleted."},
	{TagCreated, ChangeTag, "A tag was created."},
	{TagUpdated, ChangeTag, "A tag was renamed."},
	{TagDeleted, ChangeTag, "A tag was deleted."},
	{CustomerCreated, ChangeClient, "A client, for whom the workspace works, was created."},
	{CustomerUpdated, ChangeClient, "A client was changed, archived or taken back."},
	{CustomerDeleted, ChangeClient, "A client was deleted."},
	{MemberJoined, ChangeMember, "A person became a member of the workspace."},
	{MemberChanged, ChangeMember, "The role or the rate of a member was changed, or they were made a member again."},
	{MemberEnded, ChangeMember, "A member was deactivated, or left the workspace."},
	{ProjectMemberUpdated, ChangeProjectMember, "A person joined a project, or their role or rate in it was changed."},
	{ProjectMemberDeleted, ChangeProjectMember, "A person was removed from a project."},
	{WorkspaceUpdated, ChangeWorkspace, "The settings of the workspace were changed."},
	{SubmissionSubmitted, ChangeSubmission, "A person submitted their time of a period as a timesheet."},
	{SubmissionWithdrawn, ChangeSubmission, "A timesheet was withdrawn by its owner, and its time is free again."},
	{SubmissionResubmitted, ChangeSubmission, "A timesheet with rejected lines was submitted again."},
	{SubmissionReopened, ChangeSubmission, "An approved timesheet was reopened: its lines are pending again, and its time stays locked."},
	{SubmissionLineApproved, ChangeSubmission, "One line of a timesheet was approved."},
	{SubmissionLineRejected, ChangeSubmission, "One line of a timesheet was rejected, with a reason."},
	{SubmissionApprovedAll, ChangeSubmission, "All open lines of a timesheet were approved at once."},
	{ClientLinkCreated, ChangeSubmission, "A link was made with which a client can sign a timesheet."},
	{ClientLinkRevoked, ChangeSubmission, "The link of a client was revoked."},
	{ClientApproved, ChangeSubmission, "A client signed a timesheet."},
	{ClientRejected, ChangeSubmission, "A client refused to sign a timesheet, with a reason."},
	{BudgetReached, "", "A project reached 80 or 100 % of its budget."},
}

// Catalogue lists all events that a webhook can be sent: those that it can name, those of the audit log under the
// one name for all, and the test.
func Catalogue() []Event {
	return append(slices.Clone(events),
		Event{AuditEvents, "", "Something was written to the audit log. The name of the event is audit. and the action. " +
			"Only the owner may ask for these events, and * does not include them."},
		Event{TestEvent, "", "A test was asked for. It is sent to any webhook."})
}
