package key

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"stint/shared/domain"
	"stint/shared/table"
)

// Under a workspace.

// workspaceSK is the sort key of workspaces.
const workspaceSK = "META"

// Workspace is the key of a workspace.
func Workspace(w domain.ID) table.Key { return key(WorkspacePK(w), workspaceSK) }

// BringBack is the key of the mark of a copy that was begun.
func BringBack(w domain.ID) table.Key { return key(WorkspacePK(w), "BACK") }

// Logo is the key of the picture of a workspace's logo.
func Logo(w domain.ID) table.Key { return key(WorkspacePK(w), "LOGO") }

// OAuthClient is the key of an app that a workspace registered.
func OAuthClient(w, c domain.ID) table.Key { return key(WorkspacePK(w), OAuthClientPrefix+string(c)) }

// Billing is the key of the billing settings.
func Billing(w domain.ID) table.Key { return key(WorkspacePK(w), "BILL") }

// Member is the key of a member.
func Member(w, u domain.ID) table.Key { return key(WorkspacePK(w), MemberPrefix+string(u)) }

// Client is the key of a client.
func Client(w, c domain.ID) table.Key { return key(WorkspacePK(w), ClientPrefix+string(c)) }

// Project is the key of a project.
func Project(w, p domain.ID) table.Key { return key(WorkspacePK(w), ProjectPrefix+string(p)) }

// PublicProject is the key of the item that names a public project. A member finds the projects that they see by these
// items and by their memberships.
func PublicProject(w, p domain.ID) table.Key {
	return key(WorkspacePK(w), publicProjectPrefix+string(p))
}

// PublicProjectsRange has the items that name the public projects of a workspace.
func PublicProjectsRange(w domain.ID) table.Range {
	return table.PrefixRange(table.Base, WorkspacePK(w), publicProjectPrefix)
}

// Task is the key of a task.
func Task(w, t domain.ID) table.Key { return key(WorkspacePK(w), TaskPrefix+string(t)) }

// Tag is the key of a tag.
func Tag(w, g domain.ID) table.Key { return key(WorkspacePK(w), TagPrefix+string(g)) }

// WorkspaceItem is the key of any item of a workspace.
func WorkspaceItem(w domain.ID, sk string) table.Key { return key(WorkspacePK(w), sk) }

// MembersRange has all who are or were members of a workspace.
func MembersRange(w domain.ID) table.Range { return MembersWhoseIDBegins(w, "") }

// MembersWhoseIDBegins has those among them whose id begins so.
func MembersWhoseIDBegins(w domain.ID, beginning string) table.Range {
	return table.PrefixRange(table.Base, WorkspacePK(w), MemberPrefix+beginning)
}

// ProjectMember is the key of a project member.
func ProjectMember(w, p, u domain.ID) table.Key {
	return key(WorkspacePK(w), MembersOfProjectPrefix(p)+string(u))
}

// MembersOfProjectPrefix is the prefix of the members of a project.
func MembersOfProjectPrefix(p domain.ID) string { return ProjectMemberPrefix + string(p) + "#" }

// Invitation is the key of an invitation.
func Invitation(w, i domain.ID) table.Key {
	return key(WorkspacePK(w), InvitationPrefix+string(i))
}

// OpenInvitation is the key of the guard of the open invitation of an address.
func OpenInvitation(w domain.ID, e domain.Email) table.Key {
	return key(WorkspacePK(w), OpenInvitationPrefix+domain.Digest(e))
}

// Name is the key of the guard of a name that must be unique among its kind
// and parent.
func Name(w domain.ID, kind string, parent domain.ID, name domain.Name) table.Key {
	return key(WorkspacePK(w), nameGuardPrefix+strings.Join([]string{kind, orDash(parent), name.Digest()}, "#"))
}

// ExternalID is the key of the guard of an external id, which is unique among its
// kind in the workspace.
func ExternalID(w domain.ID, kind string, x domain.ExternalID) table.Key {
	return key(WorkspacePK(w), externalIDPrefix+kind+"#"+domain.Digest(x))
}

// Reservation is the key of a reservation of names and external ids.
func Reservation(w, r domain.ID) table.Key {
	return key(WorkspacePK(w), ReservationPrefix+string(r))
}

// Job is the key of a billing job. Its rates have a partition of their own.
func Job(w, j domain.ID) table.Key { return key(WorkspacePK(w), JobPrefix+string(j)) }

// RunningJob is the key of the guard of the running billing job.
func RunningJob(w domain.ID) table.Key { return key(WorkspacePK(w), "JRUN") }

// JobPK is the partition of the rates of a billing job.
func JobPK(w, j domain.ID) string { return WorkspacePK(w) + jobInfix + string(j) }

// JobRates is the key of a part of the rates of a billing job.
func JobRates(w, j domain.ID, part int) table.Key {
	return key(JobPK(w, j), fmt.Sprintf("%s%04d", jobRatesPrefix, part))
}

// SummariesPK is the partition of the summary jobs of a workspace. They are not in the partition of the workspace, so
// that the function that makes them may not write what else is in it.
func SummariesPK(w domain.ID) string { return WorkspacePK(w) + summariesSuffix }

// SummaryJob is the key of a summary job.
func SummaryJob(w, j domain.ID) table.Key { return key(SummariesPK(w), SummaryJobPrefix+string(j)) }

// RunningSummary is the key of the guard of the running summary job.
func RunningSummary(w domain.ID) table.Key { return key(SummariesPK(w), "RUN") }

// SummarySumsPK is the partition of what a summary job has summed up.
func SummarySumsPK(w, j domain.ID) string { return SummariesPK(w) + "#" + string(j) }

// SummarySumsPrefix begins the sort keys of one state of a summary job.
func SummarySumsPrefix(state domain.ID) string { return string(state) + "#" }

// SummarySums is the key of a part of a state of a summary job.
func SummarySums(w, j, state domain.ID, part int) table.Key {
	return key(SummarySumsPK(w, j), fmt.Sprintf("%s%04d", SummarySumsPrefix(state), part))
}

// Audit is the key of a record of the audit log. The log has partitions of its
// own, so that a function may add to it without reading or changing it.
func Audit(w domain.ID, at domain.Instant, id domain.ID) table.Key {
	return key(auditPK(w, auditMonth(at)), AuditFrom(at)+"#"+string(id))
}

// AuditEvent is the position of an event of the record with a key, by its number in the record. It sorts behind those
// of the events before it, and before the next record.
func AuditEvent(record table.Key, number int) table.Key {
	if number > 0 {
		record.SK += fmt.Sprintf("#%03d", number)
	}
	return record
}

// auditPK is the partition of a month of the audit log.
func auditPK(w domain.ID, m domain.Month) string { return AuditFeedPK(w) + "#" + string(m) }

// auditMonth is the month of a time, in UTC.
func auditMonth(at domain.Instant) domain.Month { return domain.MonthOf(at.DayIn(time.UTC)) }

// AuditPKs are the partitions of the audit log with the records of a time, the newest first.
func AuditPKs(w domain.ID, from, to domain.Instant) (all []string) {
	for _, m := range (domain.DaySpan{First: from.DayIn(time.UTC), Last: to.DayIn(time.UTC)}).Months() {
		all = append(all, auditPK(w, m))
	}
	slices.Reverse(all)
	return all
}

// AuditFeedPK is the partition of the index by_change that has all records of the audit log, by when they were
// written.
func AuditFeedPK(w domain.ID) string { return WorkspacePK(w) + auditSuffix }

// AuditFrom sorts before the records of the given time or later.
func AuditFrom(at domain.Instant) string { return at.String() }

// AuditBefore sorts after the records before the given time.
func AuditBefore(at domain.Instant) string {
	return table.PrefixEnd(at.Plus(-time.Second).String() + "#")
}

// Values of the sort attribute lsk.

// ProjectOfClientLSK is the order of the projects of a client; "" is no client.
func ProjectOfClientLSK(c, p domain.ID) string {
	return projectOfClientPrefix + orDash(c) + "#" + string(p)
}

// TaskOfProjectLSK is the order of the tasks of a project.
func TaskOfProjectLSK(p, t domain.ID) string {
	return taskOfProjectPrefix + string(p) + "#" + string(t)
}

// MemberOfProjectLSK is the order of the projects of a user.
func MemberOfProjectLSK(u, p domain.ID) string {
	return memberOfProjectPrefix + string(u) + "#" + string(p)
}

// Watches of timers and budgets.

// TimerWatch is the key of the watch of a workspace's timers.
func TimerWatch(w domain.ID) table.Key { return key(WorkspacePK(w), "TIMERS") }

// TimersDuePK is the partition of the index by_ws that has the watches of timers by when they are due.
const TimersDuePK = "TIMERS"

// TimerWatchLSK is the order of the watches of timers, by when they are due.
func TimerWatchLSK(due domain.Instant, w domain.ID) string { return due.String() + "#" + string(w) }

// BudgetWatch is the key of the watch of a workspace's budgets.
func BudgetWatch(w domain.ID) table.Key { return key(WorkspacePK(w), "BUDGETS") }

// BudgetsDuePK is the partition of the index by_ws that has the watches of budgets by when they are due.
const BudgetsDuePK = "BUDGETS"

// BudgetTold is the key of what people were told of the budget of a project.
func BudgetTold(w, p domain.ID) table.Key { return key(WorkspacePK(w), "BUDGET_TOLD#"+string(p)) }

// Webhooks.

// Webhook is the key of a webhook. Webhooks and their deliveries have partitions of
// their own, so that the function that calls them can write nothing else.
func Webhook(w, h domain.ID) table.Key { return key(WebhooksPK(w), WebhookPrefix+string(h)) }

// WebhooksPK is the partition of the webhooks of a workspace.
func WebhooksPK(w domain.ID) string { return WorkspacePK(w) + webhooksSuffix }

// DeletedWebhook is the key of the mark of a webhook that was deleted. A purge finds the
// deliveries of the webhook by it.
func DeletedWebhook(w, h domain.ID) table.Key {
	return key(WebhooksPK(w), DeletedWebhookPrefix+string(h))
}

// WebhookOf is the webhook that a key leads to: its own, or that of its mark.
func WebhookOf(k table.Key) (h domain.ID, ok bool) {
	for _, prefix := range []string{WebhookPrefix, DeletedWebhookPrefix} {
		if id, ok := strings.CutPrefix(k.SK, prefix); ok {
			return domain.ID(id), true
		}
	}
	return "", false
}

// DeliveriesPK is the partition of the deliveries of a webhook. Each webhook has one of its own,
// because a partition with a local index holds 10 GB.
func DeliveriesPK(w, h domain.ID) string { return WebhooksPK(w) + "#" + string(h) }

// Delivery is the key of a delivery.
func Delivery(w, h, d domain.ID) table.Key {
	return key(DeliveriesPK(w, h), deliveryPrefix+string(d))
}

// DeliveryLSK is the order of the deliveries of a webhook.
func DeliveryLSK(number int64) string { return fmt.Sprintf("%s%012d", deliveryPrefix, number) }

// DeliveriesRange has all deliveries of a webhook in their order.
func DeliveriesRange(w, h domain.ID) table.Range {
	return table.PrefixRange(table.ByLSK, DeliveriesPK(w, h), deliveryPrefix)
}

// SeenPK is the partition of what a webhook has seen.
func SeenPK(w, h domain.ID) string { return DeliveriesPK(w, h) + seenSuffix }

// SeenBudgetPrefix begins the names of budgets in it, which are kept as long as the webhook.
const SeenBudgetPrefix = "budget#"

// Seen is the key of what a webhook has seen of a record.
func Seen(w, h domain.ID, record string) table.Key { return key(SeenPK(w, h), record) }

// WebhookDueShards is how many partitions of the index by_ws have the webhooks by when they are due. All workspaces
// share them, and each run of a webhook moves it there.
const WebhookDueShards = 32

// shardDigits is the base in which the name of a shard is written. Stored keys have it, so it never changes.
const shardDigits = 32

// WebhookDuePKs are these partitions.
func WebhookDuePKs() (all []string) {
	for shard := range WebhookDueShards {
		all = append(all, webhooksDuePrefix+strconv.FormatInt(int64(shard), shardDigits))
	}
	return all
}

// WebhookDuePK is the partition of a webhook.
func WebhookDuePK(h domain.ID) string { return WebhookDuePKs()[shardOf(h, WebhookDueShards)] }

// WebhookOffPK is the partition of the index by_ws that has the webhooks that the service
// switched off and whose makers were not mailed yet.
const WebhookOffPK = "HOOKSOFF"

// WebhookDueLSK is the order of the webhooks, by when they are due.
func WebhookDueLSK(at domain.Instant, h domain.ID) string { return at.String() + "#" + string(h) }
