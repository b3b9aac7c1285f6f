// Package key makes every key of the table and every part of one, and names the kinds of its partitions.
package key

import (
	"strconv"
	"strings"

	"stint/shared/domain"
	"stint/shared/domain/reports"
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
	summariesSuffix     = "#R"
	auditSuffix         = "#A"
	webhooksSuffix      = "#H"
	webhooksDuePrefix   = "HOOKS#" // of the index by_ws
	totalsSuffix        = "#T"
	seenSuffix          = "#V" // of the partition of a webhook's deliveries
	emailPrefix         = "EMAIL#"
	externalLoginPrefix = "EXT#"
	APIKeyPrefix        = "KEY#"
	oauthClientPrefix   = "CLIENT#"
	tokenPrefix         = "TOK#"
	oauthStatePrefix    = "STATE#"
	authorizationPrefix = "OAUTH#"
	rateLimitPrefix     = "RL#"
	queuePrefix         = "Q#"
	DeadLetterPK        = "DEAD"
	warmUpPK            = "WARM"
	secretPrefix        = "SECRET#"
	instancePK          = "INSTANCE"
)

// Prefixes of sort keys.
const (
	SessionPrefix          = "SESSION#"
	EndedGrantPrefix       = "GRANT#"
	accountEventPrefix     = "EVENT#"
	PasskeyPrefix          = "PASSKEY#"
	MembershipPrefix       = "W#"
	AppPrefix              = "APP#"
	FeedPrefix             = "FEED#"
	CalendarPrefix         = "CAL#"
	ReplayPrefix           = "IDEM#"
	EmailInvitationPrefix  = "INV#"
	OAuthClientPrefix      = "OC#"
	MemberPrefix           = "M#"
	ClientPrefix           = "C#"
	ProjectPrefix          = "P#"
	publicProjectPrefix    = "PP#"
	ProjectMemberPrefix    = "PM#"
	TaskPrefix             = "T#"
	TagPrefix              = "G#"
	InvitationPrefix       = "I#"
	OpenInvitationPrefix   = "IE#"
	nameGuardPrefix        = "N#"
	externalIDPrefix       = "X#"
	ReservationPrefix      = "RSV#"
	SubmissionPrefix       = "S#"
	LinesPrefix            = "LINES#"
	EventPrefix            = "EV#"
	ClientLinkPrefix       = "LINK#"
	contentPartPrefix      = "CONTENT#"
	JobPrefix              = "J#"
	jobRatesPrefix         = "RATES#"
	SummaryJobPrefix       = "SJ#"
	projectTotalPrefix     = "P#"
	userMonthPrefix        = "U#"
	reportMonthPrefix      = "R#"
	yearSumsPrefix         = "Y#"
	EntryPrefix            = "E#"
	StartPrefix            = "T#" // of the sort attribute lsk, like those below
	projectOfClientPrefix  = "PC#"
	taskOfProjectPrefix    = "PT#"
	memberOfProjectPrefix  = "PU#"
	submissionStatusPrefix = "SS#"
	WebhookPrefix          = "H#"
	DeletedWebhookPrefix   = "HD#"
	deliveryPrefix         = "D#"
)

// The global indexes, which hold entries and timers by their start. They are a
// moment behind the table.
var (
	ByWorkspace = table.Index{Name: dynamo.IndexWorkspace, Partition: dynamo.AttrG1, Sort: dynamo.AttrLSK}
	ByProject   = table.Index{Name: dynamo.IndexProject, Partition: dynamo.AttrG2, Sort: dynamo.AttrLSK}
)

// WorkspacePK is the partition of a workspace.
func WorkspacePK(w domain.ID) string { return workspacePrefix + string(w) }

// TotalsPK is the partition of the states of the running totals of a workspace. The totals have partitions of their
// own, so that a function may write them without writing anything else.
func TotalsPK(w domain.ID) string { return WorkspacePK(w) + totalsSuffix }

// TotalShards is how many partitions the running totals of a workspace have.
const TotalShards = 4

// TotalsPKs are the partitions of the running totals of a workspace, without that of their states.
func TotalsPKs(w domain.ID) (all []string) {
	for shard := range TotalShards {
		all = append(all, totalsShardPK(w, shard))
	}
	return all
}

func totalsShardPK(w domain.ID, shard int) string { return TotalsPK(w) + "#" + strconv.Itoa(shard) }

// TotalsOfPK is the partition of the totals of a project or user.
func TotalsOfPK(w, id domain.ID) string { return totalsShardPK(w, shardOf(id, TotalShards)) }

// TotalsState is the key of the state of the totals for budgets.
func TotalsState(w domain.ID) table.Key { return key(TotalsPK(w), "STATE") }

// ProjectTotal is the key of the total of a project.
func ProjectTotal(w, p domain.ID) table.Key {
	return key(TotalsOfPK(w, p), projectTotalPrefix+string(p))
}

// ProjectMonth is the key of the totals of a month of a project.
func ProjectMonth(w, p domain.ID, m domain.Month) table.Key {
	return key(TotalsOfPK(w, p), projectTotalPrefix+string(p)+"#"+string(m))
}

// UserMonth is the key of the totals of a month of a user.
func UserMonth(w, u domain.ID, m domain.Month) table.Key {
	return key(TotalsOfPK(w, u), MonthsOfUserPrefix(u)+string(m))
}

// MonthsOfUserPrefix is the prefix of the months of a user.
func MonthsOfUserPrefix(u domain.ID) string { return userMonthPrefix + string(u) + "#" }

// ReportState is the key of the state of the totals for summaries. They are ordered by month, so that one query
// of each partition reads those of all users.
func ReportState(w domain.ID) table.Key { return key(TotalsPK(w), "REPORTS") }

// ReportMonth is the key of a user's month for summaries.
func ReportMonth(w, u domain.ID, m domain.Month) table.Key {
	return key(TotalsOfPK(w, u), UsersOfMonthPrefix(m)+string(u))
}

// UsersOfMonthPrefix is the prefix of the users of a month.
func UsersOfMonthPrefix(m domain.Month) string { return reportMonthPrefix + string(m) + "#" }

// YearSums is the key of the sums of a project or user in a year.
func YearSums(w domain.ID, of reports.SumsOf, id domain.ID, year string) table.Key {
	return key(TotalsOfPK(w, id), YearSumsPrefix(of, year)+orDash(id))
}

// YearSumsPrefix is the prefix of the sums of all projects or users in a year.
func YearSumsPrefix(of reports.SumsOf, year string) string {
	return yearSumsPrefix + string(of) + "#" + year + "#"
}

// SortPrefix is the first part of an item's sort key, such as "M#", or "" for a
// sort key of one part.
func SortPrefix[I table.Readable](it I) string {
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
