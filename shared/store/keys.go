package store

import (
	"strings"

	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/table"
)

// The files keys*.go make all keys. Ids are lower-case UUIDs, and what a caller can choose
// freely is part of a key only as a digest. So no part of a key can be mistaken for another
// part, and no key becomes too long.
func key(pk, sk string) table.Key { return table.Key{PK: pk, SK: sk} }

// Prefixes of partition keys, and what follows the workspace in some of them.
const (
	userPrefix          = "USER#"
	workspacePrefix     = "WS#"
	userTimeInfix       = "#U#"
	projectTimeInfix    = "#P#"
	submissionInfix     = "#S#"
	jobInfix            = "#J#"
	auditSuffix         = "#A"
	webhooksSuffix      = "#H"
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
	reportMonthPrefix      = "R#"
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

// workspacePK is the partition of a workspace.
func workspacePK(w domain.ID) string { return workspacePrefix + string(w) }

// totalsPK is the partition of the running totals of a workspace, so that a function may write
// them without writing anything else.
func totalsPK(w domain.ID) string { return workspacePK(w) + totalsSuffix }

// totalsStateKey is the key of the state of the totals for budgets.
func totalsStateKey(w domain.ID) table.Key { return key(totalsPK(w), "STATE") }

// projectTotalKey is the key of the total of a project.
func projectTotalKey(w, p domain.ID) table.Key { return key(totalsPK(w), projectTotalPrefix+string(p)) }

// projectMonthKey is the key of the totals of a month of a project.
func projectMonthKey(w, p domain.ID, m domain.Month) table.Key {
	return key(totalsPK(w), projectTotalPrefix+string(p)+"#"+string(m))
}

// userMonthKey is the key of the totals of a month of a user.
func userMonthKey(w, u domain.ID, m domain.Month) table.Key {
	return key(totalsPK(w), monthsOfUserPrefix(u)+string(m))
}

// monthsOfUserPrefix is the prefix of the months of a user.
func monthsOfUserPrefix(u domain.ID) string { return userMonthPrefix + string(u) + "#" }

// reportStateKey is the key of the state of the totals for summaries. They are ordered by month, so that one query reads those of all users.
func reportStateKey(w domain.ID) table.Key { return key(totalsPK(w), "REPORTS") }

// reportMonthKey is the key of a user's month for summaries.
func reportMonthKey(w, u domain.ID, m domain.Month) table.Key {
	return key(totalsPK(w), usersOfMonthPrefix(m)+string(u))
}

// usersOfMonthPrefix is the prefix of the users of a month.
func usersOfMonthPrefix(m domain.Month) string { return reportMonthPrefix + string(m) + "#" }

// sortPrefix is the first part of an item's sort key, such as "M#", or "" for a
// sort key of one part.
func sortPrefix[I table.Readable](it I) string {
	kind, _, ok := strings.Cut(table.KeyOf(it).SK, "#")
	if !ok {
		return ""
	}
	return kind + "#"
}

// orDash is an id as a part of a key, which is never empty.
func orDash(id domain.ID) string {
	if id == "" {
		return "-"
	}
	return string(id)
}
