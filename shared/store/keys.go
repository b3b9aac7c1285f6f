package store

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"time"

	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/secret"
	"stint/shared/table"
)

// This file makes all keys. Ids are lower-case UUIDs, and what a caller can
// choose freely is part of a key only as a digest. So no part of a key can be
// mistaken for another part, and no key becomes too long.
func key(pk, sk string) table.Key { return table.Key{PK: pk, SK: sk} }

// Prefixes of partition keys.
const (
	userPrefix          = "USER#"
	workspacePrefix     = "WS#"
	userTimeInfix       = "#U#" // after the workspace
	projectTimeInfix    = "#P#"
	submissionInfix     = "#S#"
	jobInfix            = "#J#"
	auditSuffix         = "#A" // after the workspace
	webhooksSuffix      = "#H" // after the workspace
	totalsSuffix        = "#T"
	emailPrefix         = "EMAIL#"
	externalLoginPrefix = "EXT#"
	apiKeyPrefix        = "KEY#"
	tokenPrefix         = "TOK#"
	oauthStatePrefix    = "STATE#"
	rateLimitPrefix     = "RL#"
	queuePrefix         = "Q#"
	deadLetterPK        = "DEAD"
	warmUpPK            = "WARM"
	secretPrefix        = "SECRET#"
	instancePK          = "INSTANCE"
)

// Prefixes of sort keys.
const (
	sessionPrefix          = "SESSION#"
	endedGrantPrefix       = "GRANT#"
	membershipPrefix       = "W#"
	calendarPrefix         = "CAL#"
	replayPrefix           = "IDEM#"
	emailInvitationPrefix  = "INV#"
	memberPrefix           = "M#"
	clientPrefix           = "C#"
	projectPrefix          = "P#"
	projectMemberPrefix    = "PM#"
	taskPrefix             = "T#"
	tagPrefix              = "G#"
	invitationPrefix       = "I#"
	openInvitationPrefix   = "IE#"
	nameGuardPrefix        = "N#"
	externalIDPrefix       = "X#"
	reservationPrefix      = "RSV#"
	submissionPrefix       = "S#"
	linesPrefix            = "LINES#"
	eventPrefix            = "EV#"
	clientLinkPrefix       = "LINK#"
	contentPartPrefix      = "CONTENT#"
	jobPrefix              = "J#"
	jobRatesPrefix         = "RATES#"
	projectTotalPrefix     = "P#"
	userMonthPrefix        = "U#"
	entryPrefix            = "E#"
	startPrefix            = "T#" // of the sort attribute lsk, like those below
	projectOfClientPrefix  = "PC#"
	taskOfProjectPrefix    = "PT#"
	memberOfProjectPrefix  = "PU#"
	submissionStatusPrefix = "SS#"
	webhookPrefix          = "H#"
	deliveryPrefix         = "D#"
	seenPrefix             = "V#"
)

// The global indexes, which hold entries and timers by their start. They are a
// moment behind the table.
var (
	byWorkspace = table.Index{Name: dynamo.IndexWorkspace, Partition: dynamo.AttrG1, Sort: dynamo.AttrLSK}
	byProject   = table.Index{Name: dynamo.IndexProject, Partition: dynamo.AttrG2, Sort: dynamo.AttrLSK}
)

// Partitions.
func userPK(u domain.ID) string      { return userPrefix + string(u) }
func workspacePK(w domain.ID) string { return workspacePrefix + string(w) }
func timePK(w, u domain.ID) string   { return workspacePK(w) + userTimeInfix + string(u) }
func emailPK(e domain.Email) string  { return emailPrefix + emailPart(e) }
func projectTimePK(w, p domain.ID) string {
	return workspacePK(w) + projectTimeInfix + string(p)
}

// emailPart is a short address as it is, and the digest of a long one.
func emailPart(e domain.Email) string {
	if len(e) > 200 {
		return domain.Digest(e)
	}
	return string(e)
}

// Under a user.
func profileKey(u domain.ID) table.Key    { return key(userPK(u), "PROFILE") }
func sessionKey(u, s domain.ID) table.Key { return key(userPK(u), sessionPrefix+string(s)) }
func membershipKey(u, w domain.ID) table.Key {
	return key(userPK(u), membershipPrefix+string(w))
}
func endedGrantKey(u, work domain.ID) table.Key { return key(userPK(u), endedGrantPrefix+string(work)) }
func calendarKey(u domain.ID, provider string) table.Key {
	return key(userPK(u), calendarPrefix+provider)
}
func apiKeyPointerKey(u, w, k domain.ID) table.Key {
	return key(userPK(u), apiKeyPointerPrefix(w)+string(k))
}

// apiKeyPointerPrefix is the prefix of the pointers to a user's API keys in a
// workspace, or in all workspaces for "".
func apiKeyPointerPrefix(w domain.ID) string {
	if w == "" {
		return apiKeyPrefix
	}
	return apiKeyPrefix + string(w) + "#"
}

// replayKey is the key of the remembered answer to a request with an
// Idempotency-Key. It is with the caller's time in the workspace, so that it is
// purged with the workspace, or with the user where no workspace is involved.
func replayKey(w, u domain.ID, digest string) table.Key {
	if w == "" {
		return key(userPK(u), replayPrefix+digest)
	}
	return key(timePK(w, u), replayPrefix+digest)
}

// Guards, and items that are found by what a caller presents.
func emailKey(e domain.Email) table.Key { return key(emailPK(e), "USER") }
func emailInvitationKey(e domain.Email, i domain.ID) table.Key {
	return key(emailPK(e), emailInvitationPrefix+string(i))
}
func externalLoginKey(provider, subject string) table.Key {
	return key(externalLoginPrefix+provider+"#"+domain.Digest(subject), "USER")
}
func apiKeyKey(sha string) table.Key     { return key(apiKeyPrefix+sha, "KEY") }
func tokenKey(sha string) table.Key      { return key(tokenPrefix+sha, "TOK") }
func oauthStateKey(sha string) table.Key { return key(oauthStatePrefix+sha, "STATE") }
func rateLimitKey(kind, subject string, window int64) table.Key {
	return key(rateLimitPrefix+kind+"#"+domain.Digest(subject)+"#"+strconv.FormatInt(window, 10), "RL")
}
func knownNetworkKey(hash string) table.Key { return rateLimitKey("network", hash, 0) }

// Under a workspace.
func workspaceKey(w domain.ID) table.Key  { return key(workspacePK(w), workspaceSK) }
func bringBackKey(w domain.ID) table.Key  { return key(workspacePK(w), "BACK") }
func billingKey(w domain.ID) table.Key    { return key(workspacePK(w), "BILL") }
func memberKey(w, u domain.ID) table.Key  { return key(workspacePK(w), memberPrefix+string(u)) }
func clientKey(w, c domain.ID) table.Key  { return key(workspacePK(w), clientPrefix+string(c)) }
func projectKey(w, p domain.ID) table.Key { return key(workspacePK(w), projectPrefix+string(p)) }
func taskKey(w, t domain.ID) table.Key    { return key(workspacePK(w), taskPrefix+string(t)) }
func tagKey(w, g domain.ID) table.Key     { return key(workspacePK(w), tagPrefix+string(g)) }
func projectMemberKey(w, p, u domain.ID) table.Key {
	return key(workspacePK(w), membersOfProjectPrefix(p)+string(u))
}
func membersOfProjectPrefix(p domain.ID) string { return projectMemberPrefix + string(p) + "#" }
func invitationKey(w, i domain.ID) table.Key {
	return key(workspacePK(w), invitationPrefix+string(i))
}
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

// entryExternalIDKey is the key of the guard of an entry's external id, which is unique
// among the entries and the timer of its owner.
func entryExternalIDKey(w, u domain.ID, x domain.ExternalID) table.Key {
	return key(timePK(w, u), externalIDPrefix+domain.Digest(x))
}

// submissionKey is the key of a submission. Its lines, events and client links
// have a partition of their own, so that reading the workspace's partition does
// not read them.
func submissionKey(w, s domain.ID) table.Key {
	return key(workspacePK(w), submissionPrefix+string(s))
}
func submissionPK(w, s domain.ID) string { return workspacePK(w) + submissionInfix + string(s) }
func linesKey(w, s domain.ID, round int) table.Key {
	return key(submissionPK(w, s), fmt.Sprintf("%s%06d", linesPrefix, round))
}
func eventKey(w, s domain.ID, version int64) table.Key {
	return key(submissionPK(w, s), fmt.Sprintf("%s%06d", eventPrefix, version))
}
func clientLinkKey(w, s, l domain.ID) table.Key {
	return key(submissionPK(w, s), clientLinkPrefix+string(l))
}

// contentKey is the key of a part of a client link's content.
func contentKey(w, s, l domain.ID, part int) table.Key {
	return key(submissionPK(w, s), fmt.Sprintf("%s%02d", contentPrefix(l), part))
}
func contentPrefix(l domain.ID) string { return contentPartPrefix + string(l) + "#" }

// jobKey is the key of a billing job. Its rates have a partition of their own.
func jobKey(w, j domain.ID) table.Key     { return key(workspacePK(w), jobPrefix+string(j)) }
func runningJobKey(w domain.ID) table.Key { return key(workspacePK(w), "JRUN") }
func jobPK(w, j domain.ID) string         { return workspacePK(w) + jobInfix + string(j) }
func jobRatesKey(w, j domain.ID, part int) table.Key {
	return key(jobPK(w, j), fmt.Sprintf("%s%04d", jobRatesPrefix, part))
}

// Running totals have a partition of their own, so that a function may write them without
// writing anything else.
func totalsPK(w domain.ID) string              { return workspacePK(w) + totalsSuffix }
func totalsStateKey(w domain.ID) table.Key     { return key(totalsPK(w), "STATE") }
func projectTotalKey(w, p domain.ID) table.Key { return key(totalsPK(w), projectTotalPrefix+string(p)) }
func projectMonthKey(w, p domain.ID, m domain.Month) table.Key {
	return key(totalsPK(w), projectTotalPrefix+string(p)+"#"+string(m))
}
func userMonthKey(w, u domain.ID, m domain.Month) table.Key {
	return key(totalsPK(w), monthsOfUserPrefix(u)+string(m))
}
func monthsOfUserPrefix(u domain.ID) string { return userMonthPrefix + string(u) + "#" }

// auditKey is the key of a record of the audit log. The log has a partition of its
// own, so that a function may add to it without reading or changing it.
func auditKey(w domain.ID, at domain.Instant, id domain.ID) table.Key {
	return key(auditPK(w), auditFrom(at)+"#"+string(id))
}
func auditPK(w domain.ID) string { return workspacePK(w) + auditSuffix }

// auditFrom sorts before the records of the given time or later, auditBefore after
// those before it.
func auditFrom(at domain.Instant) string { return at.String() }
func auditBefore(at domain.Instant) string {
	return table.PrefixEnd(at.Plus(-time.Second).String() + "#")
}

// webhookKey is the key of a webhook. Webhooks and their deliveries have a partition of
// their own, so that the function that calls them can write nothing else.
func webhookKey(w, h domain.ID) table.Key { return key(webhooksPK(w), webhookPrefix+string(h)) }
func webhooksPK(w domain.ID) string       { return workspacePK(w) + webhooksSuffix }
func deliveryKey(w, h, d domain.ID) table.Key {
	return key(webhooksPK(w), deliveriesOf(h)+string(d))
}
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

func webhookDue(at domain.Instant, h domain.ID) string { return at.String() + "#" + string(h) }

// Under a user's time in a workspace.
func timerKey(w, u domain.ID) table.Key        { return key(timePK(w, u), timerSK) }
func overlapGuardKey(w, u domain.ID) table.Key { return key(timePK(w, u), "GUARD") }
func keyGuardKey(w, u domain.ID) table.Key     { return key(timePK(w, u), "KEYGUARD") }
func entryKey(w, u, e domain.ID) table.Key     { return key(timePK(w, u), entryPrefix+string(e)) }
func submissionPointerKey(w, u domain.ID, first domain.Date, s domain.ID) table.Key {
	return key(timePK(w, u), submissionFromDay(first)+"#"+string(s))
}

// submissionFromDay sorts before the pointers of submissions that begin on the
// given day or later, submissionToDay after those that begin on it or earlier.
func submissionFromDay(day domain.Date) string { return submissionPrefix + string(day) }
func submissionToDay(day domain.Date) string   { return table.PrefixEnd(submissionFromDay(day) + "#") }

// Values of the sort attribute lsk.
func startLSK(at domain.Instant, id domain.ID) string { return startOf(at) + "#" + string(id) }

// entryPosition is the position of an entry in a list that no key range holds.
func entryPosition(e domain.Entry) table.Key {
	return key(startLSK(e.StartedAt, e.ID), string(e.UserID))
}
func projectOfClientLSK(c, p domain.ID) string {
	return projectOfClientPrefix + orDash(c) + "#" + string(p)
}
func taskOfProjectLSK(p, t domain.ID) string {
	return taskOfProjectPrefix + string(p) + "#" + string(t)
}
func memberOfProjectLSK(u, p domain.ID) string {
	return memberOfProjectPrefix + string(u) + "#" + string(p)
}
func submissionOfStatusLSK(status domain.SubmissionStatus, s domain.ID) string {
	return submissionStatusPrefix + string(status) + "#" + string(s)
}

// startOf sorts before the entries that start at the given time or later,
// startBefore after those that start before it.
func startOf(at domain.Instant) string { return startPrefix + at.String() }
func startBefore(at domain.Instant) string {
	return table.PrefixEnd(startOf(at.Plus(-1e9)) + "#")
}

// QueueShards is how many partitions the queue of background work has.
const QueueShards = 8

// queueKey is the key of work that is due at a time. The time comes first, so
// that a query finds what is due.
func queueKey(id domain.ID, due domain.Instant) table.Key {
	return key(queuePK(shardOf(id)), due.String()+"#"+string(id))
}
func queuePK(shard int) string { return queuePrefix + strconv.Itoa(shard) }

// dueBy sorts after all work that is due at the given time or before.
func dueBy(at domain.Instant) string { return table.PrefixEnd(at.String() + "#") }

func deadLetterKey(id domain.ID) table.Key { return key(deadLetterPK, string(id)) }

// undecodableKey is the key of an item that was in the queue under another key and is no work.
func undecodableKey(was table.Key) table.Key {
	return key(deadLetterPK, "undecodable#"+was.PK+"#"+was.SK)
}

// warmUpKey is the key that a starting function reads. There is no such item.
var warmUpKey = key(warmUpPK, warmUpPK)

// sealedKeyKey is the key of the sealed data key of a purpose. Each purpose has a
// partition of its own, so that a function reads those of its purposes only.
func sealedKeyKey(p secret.Purpose) table.Key { return key(secretPrefix+string(p), "KEY") }

// instanceKey is the key of the mark that the instance has an account.
var instanceKey = key(instancePK, "USED")

// sortPrefix is the first part of an item's sort key, such as "M#", or "" for a
// sort key of one part.
func sortPrefix[I table.Readable](it I) string {
	kind, _, ok := strings.Cut(table.KeyOf(it).SK, "#")
	if !ok {
		return ""
	}
	return kind + "#"
}

// changeTypes are the kinds of records that the change feed covers, by the prefix of
// their sort key: those of a workspace, and those of a user's time in it.
var (
	changeTypes = map[string]domain.ChangeType{
		memberPrefix: domain.ChangeMember, clientPrefix: domain.ChangeClient, projectPrefix: domain.ChangeProject,
		projectMemberPrefix: domain.ChangeProjectMember, taskPrefix: domain.ChangeTask, tagPrefix: domain.ChangeTag,
		invitationPrefix: domain.ChangeInvitation, submissionPrefix: domain.ChangeSubmission,
	}
	timeChangeTypes = map[string]domain.ChangeType{entryPrefix: domain.ChangeEntry}
)

const (
	workspaceSK = "META"
	timerSK     = "TIMER"
)

// changeTypeOf is the kind of record that the change feed shows for a key, "" for none,
// and the partition of its workspace.
func changeTypeOf(k table.Key) (kind domain.ChangeType, partition string) {
	prefix, _, _ := strings.Cut(k.SK, "#")
	prefix += "#"
	switch {
	case Workspaces.Matches(k.PK) && k.SK == workspaceSK:
		return domain.ChangeWorkspace, k.PK
	case Workspaces.Matches(k.PK):
		return changeTypes[prefix], k.PK
	case UserTime.Matches(k.PK) && k.SK == timerSK:
		return domain.ChangeEntry, k.PK[:len(Workspaces)]
	case UserTime.Matches(k.PK):
		return timeChangeTypes[prefix], k.PK[:len(Workspaces)]
	}
	return "", ""
}

// changePartition is the partition of table.ByChange that an item belongs to; "" for one
// that the change feed does not show.
func changePartition(k table.Key) string {
	kind, partition := changeTypeOf(k)
	if kind == "" {
		return ""
	}
	return partition
}

// leavesDeletionMark reports whether a record that the change feed shows leaves a deletion
// mark. Submissions, members and workspaces are never deleted alone, and the timer's key
// leaves none.
func leavesDeletionMark(k table.Key) bool {
	switch kind, _ := changeTypeOf(k); kind {
	case "", domain.ChangeSubmission, domain.ChangeMember, domain.ChangeWorkspace:
		return false
	default:
		return k.SK != timerSK
	}
}

func orDash(id domain.ID) string {
	if id == "" {
		return "-"
	}
	return string(id)
}

// shardOf spreads work evenly over the partitions of the queue.
func shardOf(id domain.ID) int {
	sum := sha256.Sum256([]byte(id))
	return int(sum[0]) % QueueShards
}
