package key

import (
	"strings"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/secret"
	"stint/shared/table"
)

// Partition is a kind of partitions of the table and of its indexes, as a
// pattern of their keys: * is any text, ? is any character, as in the conditions
// of an IAM policy. Every partition is of exactly one kind.
type Partition string

// anyID is the pattern of an id.
var anyID = strings.Repeat("?", len("019a0000-0000-7000-8000-000000000001"))

// The kinds of partitions.
var (
	// users, their sessions, memberships and connections
	Users = Partition(userPrefix + "*")
	// settings, members, and what time is tracked to
	Workspaces = Partition(workspacePrefix + anyID)
	UserTime   = Partition(workspacePrefix + anyID + userTimeInfix + anyID) // timers and entries of one user
	// entries of one project, in the index by_proj
	ProjectTime = Partition(workspacePrefix + anyID + projectTimeInfix + anyID)
	// lines, events and client links of a submission
	Submissions = Partition(workspacePrefix + anyID + submissionInfix + anyID)
	// rates of a billing job
	BillingJobs = Partition(workspacePrefix + anyID + jobInfix + anyID)
	Summaries   = Partition(workspacePrefix + anyID + summariesSuffix) // summary jobs
	// what a summary job has summed up
	SummaryStates = Partition(workspacePrefix + anyID + summariesSuffix + "#" + anyID)
	// a month of the audit log of a workspace
	AuditLogs = Partition(workspacePrefix + anyID + auditSuffix + "#????-??")
	// the audit log, in the index by_change
	AuditFeeds = Partition(workspacePrefix + anyID + auditSuffix)
	Webhooks   = Partition(workspacePrefix + anyID + webhooksSuffix) // the webhooks of a workspace
	// the deliveries of a webhook, and what it has seen
	Deliveries = Partition(workspacePrefix + anyID + webhooksSuffix + "#*")
	// a part of all webhooks by when they are due, in the index by_ws
	WebhooksDue = Partition(webhooksDuePrefix + "?")
	// webhooks that the service switched off, in the index by_ws
	WebhooksOff = Partition(WebhookOffPK)
	// all workspaces by when their timers are looked at, in the index by_ws
	TimersDue = Partition(TimersDuePK)
	// all workspaces with budgets by when these are looked at, in the index by_ws
	BudgetsDue  = Partition(BudgetsDuePK)
	Totals      = Partition(workspacePrefix + anyID + totalsSuffix)        // how far the running totals are
	TotalsParts = Partition(workspacePrefix + anyID + totalsSuffix + "#?") // running totals of some projects and users
	// the account and the invitations of an address
	EmailAddresses = Partition(emailPrefix + "*")
	// the account of a subject at an identity provider
	ExternalLogins = Partition(externalLoginPrefix + "*")
	APIKeys        = Partition(APIKeyPrefix + "*")      // API keys by their digest
	OAuthClients   = Partition(oauthClientPrefix + "*") // the workspaces of OAuth clients by their id
	MailedTokens   = Partition(tokenPrefix + "*")       // mailed tokens by their digest
	// flows to providers that have not ended
	OAuthStates = Partition(oauthStatePrefix + "*")
	// codes, requests of devices and documents of apps, each for a short time
	Authorizations = Partition(authorizationPrefix + "*")

	RateLimits  = Partition(rateLimitPrefix + "*") // numbers of attempts
	Queue       = Partition(queuePrefix + "?")     // background work
	DeadLetters = Partition(DeadLetterPK)          // background work that was given up
	WarmUp      = Partition(warmUpPK)              // empty; a starting function reads it
	Instance    = Partition(instancePK)            // whether the instance has an account
)

// SealedKey is the partition of the sealed data key of a purpose.
func SealedKey(p secret.Purpose) Partition { return Partition(DataKey(p).PK) }

// Partitions lists all kinds.
func Partitions() []Partition {
	all := []Partition{
		Users, Workspaces, UserTime, ProjectTime, Submissions, BillingJobs, Summaries, SummaryStates, EmailAddresses,
		ExternalLogins, APIKeys,
		OAuthClients, MailedTokens, OAuthStates, RateLimits, Queue, DeadLetters, WarmUp, Instance, AuditLogs, AuditFeeds,
		Webhooks, Deliveries, Authorizations,
		WebhooksDue, WebhooksOff, TimersDue, BudgetsDue, Totals, TotalsParts,
	}
	for _, p := range secret.Purposes() {
		all = append(all, SealedKey(p))
	}
	return all
}

// Matches reports whether a partition key is of the kind.
func (p Partition) Matches(pk string) bool {
	start, open := strings.CutSuffix(string(p), "*") // a kind has a * only at its end
	if len(pk) < len(start) || !open && len(pk) > len(start) {
		return false
	}
	for i := range len(start) {
		if start[i] != '?' && start[i] != pk[i] {
			return false
		}
	}
	return true
}

// WorkspaceOf is the workspace of a partition key; ok is false when it has none.
func WorkspaceOf(pk string) (w domain.ID, ok bool) {
	rest, ok := strings.CutPrefix(pk, workspacePrefix)
	if !ok || len(rest) < len(anyID) {
		return "", false
	}
	return domain.ParseID(rest[:len(anyID)])
}

// changeTypes are the kinds of records that the change feed covers, by the prefix of
// their sort key: those of a workspace, and those of a user's time in it.
var (
	changeTypes = map[string]feed.ChangeType{
		MemberPrefix: feed.ChangeMember, ClientPrefix: feed.ChangeClient, ProjectPrefix: feed.ChangeProject,
		ProjectMemberPrefix: feed.ChangeProjectMember, TaskPrefix: feed.ChangeTask, TagPrefix: feed.ChangeTag,
		InvitationPrefix: feed.ChangeInvitation, SubmissionPrefix: feed.ChangeSubmission,
	}
	timeChangeTypes = map[string]feed.ChangeType{EntryPrefix: feed.ChangeEntry}
)

// ChangeTypeOf is the kind of record that the change feed shows for a key, "" for none,
// and the partition of its workspace.
func ChangeTypeOf(k table.Key) (kind feed.ChangeType, partition string) {
	prefix, _, _ := strings.Cut(k.SK, "#")
	prefix += "#"
	switch {
	case Workspaces.Matches(k.PK) && k.SK == workspaceSK:
		return feed.ChangeWorkspace, k.PK
	case Workspaces.Matches(k.PK):
		return changeTypes[prefix], k.PK
	case UserTime.Matches(k.PK) && k.SK == timerSK:
		return feed.ChangeEntry, k.PK[:len(Workspaces)]
	case UserTime.Matches(k.PK):
		return timeChangeTypes[prefix], k.PK[:len(Workspaces)]
	}
	return "", ""
}

// ChangePartition is the partition of table.ByChange that an item belongs to; "" for one that no feed shows. The
// audit log has a feed of its own, which webhooks are sent.
func ChangePartition(k table.Key) string {
	if AuditLogs.Matches(k.PK) {
		return k.PK[:len(AuditFeeds)]
	}
	kind, partition := ChangeTypeOf(k)
	if kind == "" {
		return ""
	}
	return partition
}

// LeavesDeletionMark reports whether a record that the change feed shows leaves a deletion
// mark. Submissions, members and workspaces are never deleted alone, and the timer's key
// leaves none.
func LeavesDeletionMark(k table.Key) bool {
	switch kind, _ := ChangeTypeOf(k); kind {
	case "", feed.ChangeSubmission, feed.ChangeMember, feed.ChangeWorkspace:
		return false
	default:
		return k.SK != timerSK
	}
}
