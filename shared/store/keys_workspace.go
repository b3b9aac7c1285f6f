package store

import (
	"fmt"
	"strings"
	"time"

	"stint/shared/domain"
	"stint/shared/table"
)

// Under a workspace.

// workspaceSK is the sort key of workspaces.
const workspaceSK = "META"

// workspaceKey is the key of a workspace.
func workspaceKey(w domain.ID) table.Key { return key(workspacePK(w), workspaceSK) }

// bringBackKey is the key of the mark of a copy that was begun.
func bringBackKey(w domain.ID) table.Key { return key(workspacePK(w), "BACK") }

// billingKey is the key of the billing settings.
func billingKey(w domain.ID) table.Key { return key(workspacePK(w), "BILL") }

// memberKey is the key of a member.
func memberKey(w, u domain.ID) table.Key { return key(workspacePK(w), memberPrefix+string(u)) }

// clientKey is the key of a client.
func clientKey(w, c domain.ID) table.Key { return key(workspacePK(w), clientPrefix+string(c)) }

// projectKey is the key of a project.
func projectKey(w, p domain.ID) table.Key { return key(workspacePK(w), projectPrefix+string(p)) }

// taskKey is the key of a task.
func taskKey(w, t domain.ID) table.Key { return key(workspacePK(w), taskPrefix+string(t)) }

// tagKey is the key of a tag.
func tagKey(w, g domain.ID) table.Key { return key(workspacePK(w), tagPrefix+string(g)) }

// workspaceItemKey is the key of any item of a workspace.
func workspaceItemKey(w domain.ID, sk string) table.Key { return key(workspacePK(w), sk) }

// membersRange has all who are or were members of a workspace.
func membersRange(w domain.ID) table.Range {
	return table.PrefixRange(table.Base, workspacePK(w), memberPrefix)
}

// projectMemberKey is the key of a project member.
func projectMemberKey(w, p, u domain.ID) table.Key {
	return key(workspacePK(w), membersOfProjectPrefix(p)+string(u))
}

// membersOfProjectPrefix is the prefix of the members of a project.
func membersOfProjectPrefix(p domain.ID) string { return projectMemberPrefix + string(p) + "#" }

// invitationKey is the key of an invitation.
func invitationKey(w, i domain.ID) table.Key {
	return key(workspacePK(w), invitationPrefix+string(i))
}

// openInvitationKey is the key of the guard of the open invitation of an address.
func openInvitationKey(w domain.ID, e domain.Email) table.Key {
	return key(workspacePK(w), openInvitationPrefix+domain.Digest(e))
}

// nameKey is the key of the guard of a name that must be unique among its kind
// and parent.
func nameKey(w domain.ID, kind string, parent domain.ID, name domain.Name) table.Key {
	return key(workspacePK(w), nameGuardPrefix+strings.Join([]string{kind, orDash(parent), name.Digest()}, "#"))
}

// externalIDKey is the key of the guard of an external id, which is unique among its
// kind in the workspace.
func externalIDKey(w domain.ID, kind string, x domain.ExternalID) table.Key {
	return key(workspacePK(w), externalIDPrefix+kind+"#"+domain.Digest(x))
}

// reservationKey is the key of a reservation of names and external ids.
func reservationKey(w, r domain.ID) table.Key {
	return key(workspacePK(w), reservationPrefix+string(r))
}

// jobKey is the key of a billing job. Its rates have a partition of their own.
func jobKey(w, j domain.ID) table.Key { return key(workspacePK(w), jobPrefix+string(j)) }

// runningJobKey is the key of the guard of the running billing job.
func runningJobKey(w domain.ID) table.Key { return key(workspacePK(w), "JRUN") }

// jobPK is the partition of the rates of a billing job.
func jobPK(w, j domain.ID) string { return workspacePK(w) + jobInfix + string(j) }

// jobRatesKey is the key of a part of the rates of a billing job.
func jobRatesKey(w, j domain.ID, part int) table.Key {
	return key(jobPK(w, j), fmt.Sprintf("%s%04d", jobRatesPrefix, part))
}

// auditKey is the key of a record of the audit log. The log has a partition of its
// own, so that a function may add to it without reading or changing it.
func auditKey(w domain.ID, at domain.Instant, id domain.ID) table.Key {
	return key(auditPK(w), auditFrom(at)+"#"+string(id))
}

// auditPK is the partition of the audit log.
func auditPK(w domain.ID) string { return workspacePK(w) + auditSuffix }

// auditFrom sorts before the records of the given time or later.
func auditFrom(at domain.Instant) string { return at.String() }

// auditBefore sorts after the records before the given time.
func auditBefore(at domain.Instant) string {
	return table.PrefixEnd(at.Plus(-time.Second).String() + "#")
}

// Values of the sort attribute lsk.

// projectOfClientLSK is the order of the projects of a client; "" is no client.
func projectOfClientLSK(c, p domain.ID) string {
	return projectOfClientPrefix + orDash(c) + "#" + string(p)
}

// taskOfProjectLSK is the order of the tasks of a project.
func taskOfProjectLSK(p, t domain.ID) string {
	return taskOfProjectPrefix + string(p) + "#" + string(t)
}

// memberOfProjectLSK is the order of the projects of a user.
func memberOfProjectLSK(u, p domain.ID) string {
	return memberOfProjectPrefix + string(u) + "#" + string(p)
}

// timerWatchKey is the key of the watch of a workspace's timers.
func timerWatchKey(w domain.ID) table.Key { return key(workspacePK(w), "TIMERS") }

// timersDuePK is the partition of the index by_ws that has the watches of timers by when they are due.
const timersDuePK = "TIMERS"

// timerWatchLSK is the order of the watches of timers, by when they are due.
func timerWatchLSK(due domain.Instant, w domain.ID) string { return due.String() + "#" + string(w) }

// webhookKey is the key of a webhook. Webhooks and their deliveries have a partition of
// their own, so that the function that calls them can write nothing else.
func webhookKey(w, h domain.ID) table.Key { return key(webhooksPK(w), webhookPrefix+string(h)) }

// webhooksPK is the partition of the webhooks of a workspace.
func webhooksPK(w domain.ID) string { return workspacePK(w) + webhooksSuffix }

// deliveryKey is the key of a delivery.
func deliveryKey(w, h, d domain.ID) table.Key {
	return key(webhooksPK(w), deliveriesOf(h)+string(d))
}

// deliveriesOf is the prefix of the deliveries of a webhook.
func deliveriesOf(h domain.ID) string { return deliveryPrefix + string(h) + "#" }

// seenKey is the key of what a webhook has seen of a record.
func seenKey(w, h domain.ID, record string) table.Key {
	return key(webhooksPK(w), seenPrefix+string(h)+"#"+record)
}

// deliveryLSK is the order of the deliveries of a webhook.
func deliveryLSK(h domain.ID, number int64) string {
	return deliveriesOf(h) + fmt.Sprintf("%012d", number)
}

// webhookDuePK is the partition of the index by_ws that has the webhooks by when they are due.
const webhookDuePK = "HOOKS"

// webhookOffPK is the partition of the index by_ws that has the webhooks that the service
// switched off and whose makers were not mailed yet.
const webhookOffPK = "HOOKSOFF"

// webhookDue is the order of the webhooks, by when they are due.
func webhookDue(at domain.Instant, h domain.ID) string { return at.String() + "#" + string(h) }
