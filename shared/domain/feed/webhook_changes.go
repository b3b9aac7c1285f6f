package feed

import (
	"slices"
	"strings"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
)

// ChangeFacts is what the events of a change depend on, as far as the feed shows it.
type ChangeFacts struct {
	Type      ChangeType
	Deleted   bool
	CreatedAt *domain.Instant // nil where it is not known
	UpdatedAt *domain.Instant // of an entry
	StoppedAt *domain.Instant // of an entry; nil while it runs
	Version   int64
	IsEnded   bool // a membership that ended
	IsDelayed bool // an entry that was written longer after its UpdatedAt than a write takes
}

// ChangeSeen is what a webhook has seen of a record before.
type ChangeSeen struct {
	Known   bool // the webhook has seen it, or it was made before what the webhook reads now
	Running bool // it was a running timer when the webhook last saw it
}

// IsFirst reports whether the event is the first of its record.
func (e EventName) IsFirst() bool {
	return e == TimerStarted || slices.Contains([]EventName{EntryCreated, ProjectCreated, TaskCreated, TagCreated,
		CustomerCreated, MemberJoined}, e)
}

// recordNames are the events of records that are made, changed and deleted.
var recordNames = map[ChangeType][3]EventName{
	ChangeEntry:         {EntryCreated, EntryUpdated, EntryDeleted},
	ChangeProject:       {ProjectCreated, ProjectUpdated, ProjectDeleted},
	ChangeTask:          {TaskCreated, TaskUpdated, TaskDeleted},
	ChangeTag:           {TagCreated, TagUpdated, TagDeleted},
	ChangeClient:        {CustomerCreated, CustomerUpdated, CustomerDeleted},
	ChangeMember:        {MemberJoined, MemberChanged, MemberEnded},
	ChangeProjectMember: {ProjectMemberUpdated, ProjectMemberUpdated, ProjectMemberDeleted},
	ChangeWorkspace:     {WorkspaceUpdated, WorkspaceUpdated, WorkspaceUpdated},
}

// EventsOf are the events of one change, in their order. The feed shows a record once, as it
// is now. So a record that was made and changed since the webhook last read has both events.
// The events of submissions are those of their history.
func EventsOf(f ChangeFacts, seen ChangeSeen) []EventName {
	names, ok := recordNames[f.Type]
	switch {
	case !ok:
		return nil
	case f.Type == ChangeEntry:
		return eventsOfEntry(f, seen)
	case f.Deleted, f.IsEnded:
		return names[2:]
	case seen.Known || f.CreatedAt == nil:
		return names[1:2]
	case f.Version > 1:
		return names[:2]
	}
	return names[:1]
}

func eventsOfEntry(f ChangeFacts, seen ChangeSeen) []EventName {
	switch {
	case f.Deleted && seen.Running:
		return []EventName{TimerDiscarded}
	case f.Deleted:
		return []EventName{EntryDeleted}
	case f.StoppedAt == nil && seen.Known:
		return []EventName{TimerUpdated}
	case f.StoppedAt == nil:
		return []EventName{TimerStarted}
	case seen.Running, seen.Known && f.wasStoppedNow():
		return []EventName{TimerStopped}
	case seen.Known:
		return []EventName{EntryUpdated}
	case f.wasTimer():
		return []EventName{TimerStarted, TimerStopped}
	case f.Version > 1:
		return []EventName{EntryCreated, EntryUpdated}
	}
	return []EventName{EntryCreated}
}

// wasTimer reports whether a finished entry was a timer before: it was changed, and it was not
// stopped yet when it was made.
func (f ChangeFacts) wasTimer() bool {
	return f.Version > 1 && f.CreatedAt != nil && !f.StoppedAt.Before(f.CreatedAt.Time)
}

// wasStoppedNow reports whether the change of an entry is the stop of a timer that the webhook
// has not seen running, because it was started before the webhook.
func (f ChangeFacts) wasStoppedNow() bool {
	return f.wasTimer() && f.UpdatedAt != nil && f.UpdatedAt.Equal(f.StoppedAt.Time) && !f.IsDelayed
}

// submissionNames are the events of the history of a submission.
var submissionNames = map[timesheets.EventType]EventName{
	timesheets.EventSubmitted: SubmissionSubmitted, timesheets.EventWithdrawn: SubmissionWithdrawn,
	timesheets.EventResubmitted: SubmissionResubmitted, timesheets.EventReopened: SubmissionReopened,
	timesheets.EventLineApproved: SubmissionLineApproved, timesheets.EventLineRejected: SubmissionLineRejected,
	timesheets.EventApprovedAll: SubmissionApprovedAll, timesheets.EventClientLinkCreated: ClientLinkCreated,
	timesheets.EventClientLinkRevoked: ClientLinkRevoked, timesheets.EventClientApproved: ClientApproved,
	timesheets.EventClientRejected: ClientRejected,
}

// EventOfSubmission is the event of a step in the history of a submission; ok is false for a
// step without an event.
func EventOfSubmission(e timesheets.EventType) (name EventName, ok bool) {
	name, ok = submissionNames[e]
	return name, ok
}

// ChangeTypesFor are the types of changes that a webhook has to read for its events.
func (h Webhook) ChangeTypesFor() []ChangeType {
	var all []ChangeType
	for _, t := range ChangeTypes() {
		names := recordNames[t]
		reads := slices.ContainsFunc(names[:], h.Wants)
		if t == ChangeEntry {
			reads = reads || slices.ContainsFunc([]EventName{TimerStarted, TimerUpdated, TimerStopped, TimerDiscarded}, h.Wants)
		}
		if t == ChangeEntry || t == ChangeProject {
			reads = reads || h.Wants(BudgetReached)
		}
		for _, name := range submissionNames {
			reads = reads || t == ChangeSubmission && h.Wants(name)
		}
		if _, listed := recordNames[t]; reads && (listed || t == ChangeSubmission) {
			all = append(all, t)
		}
	}
	return all
}

// readOverlap is longer than a change takes to reach the feed.
const readOverlap = 3 * time.Minute

// NewSince is the time from which on a record may be new to the webhook.
func (h Webhook) NewSince() domain.Instant {
	if h.ReadAt != nil && h.ReadAt.Plus(-readOverlap).After(h.Since.Time) {
		return h.ReadAt.Plus(-readOverlap)
	}
	return h.Since
}

// MaxWaiting bounds the deliveries that wait: a webhook reads the feed only while fewer wait.
const MaxWaiting = 100

// Times of the deliverer.
const (
	WebhookLease = time.Minute // how long a run keeps a webhook after it took or extended the lease
	// A run extends its lease when so much of it is over, with its next write. The order of the webhooks that are due
	// changes with it, which costs more than the write itself.
	LeaseExtension = 20 * time.Second
	WebhookPoll    = time.Minute // how often a webhook reads the feed without being woken
)

// SeenLife is how long what a webhook has seen of a record is kept.
const SeenLife = 60 * 24 * time.Hour

// EventName is the name of an event that webhooks are sent. More names may be added.
type EventName string

const (
	// AllEvents stands for every event in the list of a webhook.
	AllEvents EventName = "*"
	// AuditEvents stands for the events of the audit log, which AllEvents does not include. Their names are "audit." and
	// the action.
	AuditEvents EventName = "audit.*"
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

// auditPrefix begins the names of events of the audit log.
const auditPrefix = "audit."

// IsAudit reports whether the name is that of an event of the audit log, or stands for them.
func (e EventName) IsAudit() bool { return strings.HasPrefix(string(e), auditPrefix) }

// AuditEvent is the name of the event of an action in the audit log.
func AuditEvent(action string) EventName { return EventName(auditPrefix + action) }

// EventNames lists the names that a webhook may have, without those that stand for several.
func EventNames() []EventName {
	names := make([]EventName, len(events))
	for i, e := range events {
		names[i] = e.Name
	}
	return names
}

// Values lists the names that a caller may send.
func (EventName) Values() []string {
	return append([]string{string(AllEvents), string(AuditEvents)}, domain.Texts(EventNames())...)
}

// ParseText reads a name sent by a caller. Errors: enum_invalid.
func (e *EventName) ParseText(text string) problem.FieldCode {
	return domain.ParseValue(e, text)
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

// NewWebhookNotice is the notice that a webhook was switched off. Its host is read when it is
// sent.
func NewWebhookNotice(h Webhook, to domain.ID, now domain.Instant) domain.Mail {
	notice := people.NewNotice(domain.NoticeWebhookOff, to, now)
	notice.WorkspaceID, notice.TargetID = h.WorkspaceID, h.ID
	return notice
}

// StepOf is the step in the history of a submission that an event tells of; ok is false for the event of
// another record.
func (e EventName) StepOf() (step timesheets.EventType, ok bool) {
	for step, name := range submissionNames {
		if name == e {
			return step, true
		}
	}
	return "", false
}
