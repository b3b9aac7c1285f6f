// Package access declares what each function may read and write in the table, and which data keys
// it may open. It imports no family, so that tests can check the access of one family alone.
package access

import (
	"slices"

	"stint/shared/dynamo"
	"stint/shared/secret"
	"stint/shared/store/key"
)

// Table is what a function may do with the table. The policies in the cloud are
// made from it, and the tests refuse every other call. No function may scan.
type Table struct {
	Reads        []key.Partition
	Writes       []key.Partition // to put, change and delete items; this does not include reading
	Indexes      []string        // indexes that it may query for partitions that it may read
	BatchDeletes bool            // whether it may delete in batches
	ReadsTime    bool            // whether it may read time in the index by_ws although it reads what is due there
	// Creates are partitions to put items into, and neither to change nor to delete them. DynamoDB lets a put replace an
	// item, so each of these puts has the condition that its key is new.
	Creates []key.Partition
}

// The functions without routes.
const (
	Worker    = "worker"
	Deliverer = "deliverer"
)

// ToolFamilies are the functions whose operations the tools for agents run in the function mcp. A test of mcp compares
// them with those that it links.
var ToolFamilies = []string{"apikeys", "changes", "clients", "entries", "projects", "reports", "submissions", "tags",
	"tasks", "timers", "workspaces"}

// toolAccess is what the operations of these functions need together.
func toolAccess() (all Table) {
	for _, name := range ToolFamilies {
		one := tableAccess[name]
		all.Reads = union(all.Reads, one.Reads)
		all.Writes = union(all.Writes, one.Writes)
		all.Indexes = union(all.Indexes, one.Indexes)
	}
	return all
}

// union has the values of both lists, each once.
func union[T comparable](a, b []T) []T {
	all := slices.Clone(a)
	for _, value := range b {
		if !slices.Contains(all, value) {
			all = append(all, value)
		}
	}
	return all
}

// TableOf is the table access of a function by its name.
func TableOf(function string) Table {
	access := tableAccess[function]
	if function == "mcp" {
		access = toolAccess()
	}
	access.Creates = sealedKeysOf(function)
	access.Reads = slices.Concat(access.Reads, listOf(key.WarmUp), access.Creates)
	if function != Worker && function != Deliverer && slices.Contains(access.Reads, key.Users) &&
		!slices.Contains(access.Writes, key.RateLimits) {
		access.Writes = append(slices.Clone(access.Writes), key.RateLimits) // it counts the requests of its callers
	}
	if acceptsKeys[function] {
		access.Reads = append(access.Reads, key.APIKeys)
		access.Writes = append(slices.Clone(access.Writes), key.APIKeys) // it notes when a key was used
	}
	if recordsAudit[function] {
		access.Creates = append(slices.Clone(access.Creates), key.AuditLogs)
	}
	return access
}

// acceptsKeys are the functions with routes for API keys.
var acceptsKeys = map[string]bool{
	"apikeys": true, "billing": true, "changes": true, "clients": true, "entries": true, "invitations": true,
	"mcp": true, "projects": true, "reports": true, "submissions": true, "tags": true, "tasks": true, "timers": true,
	"tracker": true, "webhooks": true, "workspaces": true,
}

// recordsAudit are the functions that add to the audit log. They may only put new records there. Only a list
// shows the log, and only a purge deletes it.
var recordsAudit = map[string]bool{
	"account": true, "apikeys": true, "approvals": true, "billing": true, "changes": true, "clients": true,
	"entries": true, "invitations": true, "mcp": true, "oauth": true, "pages": true, "projects": true, "reports": true,
	"sso": true, "submissions": true, "tags": true, "tasks": true, "timers": true, "tracker": true, "webhooks": true,
	"workspaces": true,
}

// callerPartitions are the partitions that authentication reads.
var callerPartitions = []key.Partition{key.Users, key.Workspaces}

// tableAccess gives each function the least that it needs in addition to what TableOf adds.
// Only functions that sign users in may read external logins. Only these, and those that invite users or send mail, may
// read addresses.
var tableAccess = map[string]Table{
	"account": {
		Reads: withMore(callerPartitions, key.EmailAddresses, key.MailedTokens, key.RateLimits, key.Instance, key.UserTime,
			key.APIKeys),
		Writes: listOf(key.Users, key.Workspaces, key.EmailAddresses, key.ExternalLogins, key.MailedTokens,
			key.RateLimits, key.Queue, key.Instance, key.UserTime, key.APIKeys),
	},
	"apikeys": {
		Reads:  withMore(callerPartitions, key.APIKeys, key.UserTime),
		Writes: listOf(key.Users, key.Workspaces, key.APIKeys, key.OAuthClients, key.UserTime, key.Queue),
	},
	"approvals": {
		Reads:  listOf(key.Workspaces, key.Submissions, key.MailedTokens),
		Writes: listOf(key.Workspaces, key.Submissions, key.RateLimits, key.Queue),
	},
	"billing": {
		Reads:   withMore(callerPartitions, key.UserTime),
		Writes:  listOf(key.Workspaces, key.UserTime, key.BillingJobs, key.Queue),
		Indexes: listOf(dynamo.IndexLSK),
	},
	"calendar": {
		Reads:  callerPartitions, // connections are stored with their users
		Writes: listOf(key.Users, key.OAuthStates, key.RateLimits),
	},
	"changes": {
		Reads:   withMore(callerPartitions, key.UserTime, key.Submissions),
		Indexes: listOf(dynamo.IndexLSK, dynamo.IndexChange),
	},
	"clients": {Reads: withMore(callerPartitions, key.UserTime), Writes: listOf(key.Workspaces, key.UserTime, key.Queue)},
	"entries": {
		Reads:   withMore(callerPartitions, key.UserTime, key.ProjectTime),
		Writes:  listOf(key.Workspaces, key.UserTime),
		Indexes: listOf(dynamo.IndexLSK, dynamo.IndexWorkspace, dynamo.IndexProject),
	},
	"invitations": {
		Reads: withMore(callerPartitions, key.UserTime, key.EmailAddresses, key.MailedTokens),
		Writes: listOf(key.Users, key.Workspaces, key.UserTime, key.EmailAddresses, key.MailedTokens, key.RateLimits,
			key.Queue),
	},
	"meta": {},
	"oauth": {
		Reads: withMore(callerPartitions, key.EmailAddresses, key.APIKeys, key.OAuthClients, key.Authorizations,
			key.RateLimits),
		Writes: listOf(key.Users, key.Workspaces, key.APIKeys, key.Authorizations, key.RateLimits,
			key.Queue),
	},
	"pages": {
		Reads: withMore(callerPartitions, key.UserTime, key.Submissions, key.EmailAddresses, key.ExternalLogins,
			key.MailedTokens, key.RateLimits, key.Instance),
		Writes: listOf(key.Users, key.Workspaces, key.UserTime, key.Submissions, key.EmailAddresses, key.ExternalLogins,
			key.MailedTokens, key.RateLimits, key.Queue, key.Instance),
		Indexes: listOf(dynamo.IndexLSK),
	},
	"projects": {
		Reads:   withMore(callerPartitions, key.UserTime, key.Totals, key.TotalsParts),
		Writes:  listOf(key.Workspaces, key.UserTime, key.Queue, key.Totals, key.TotalsParts),
		Indexes: listOf(dynamo.IndexLSK, dynamo.IndexChange),
	},
	"reports": {
		Reads: withMore(callerPartitions, key.UserTime, key.ProjectTime, key.Totals, key.TotalsParts, key.Summaries,
			key.SummaryStates),
		Writes:  listOf(key.UserTime, key.Totals, key.TotalsParts, key.Summaries, key.Queue),
		Indexes: listOf(dynamo.IndexLSK, dynamo.IndexWorkspace, dynamo.IndexProject, dynamo.IndexChange),
	},
	"sso": {
		Reads: withMore(callerPartitions, key.EmailAddresses, key.ExternalLogins, key.MailedTokens, key.OAuthStates,
			key.Instance),
		Writes: listOf(key.Users, key.Workspaces, key.EmailAddresses, key.ExternalLogins, key.MailedTokens,
			key.OAuthStates, key.RateLimits, key.Queue, key.Instance),
	},
	"submissions": {
		Reads:   withMore(callerPartitions, key.UserTime, key.Submissions),
		Writes:  listOf(key.Workspaces, key.UserTime, key.Submissions, key.MailedTokens, key.Queue),
		Indexes: listOf(dynamo.IndexLSK),
	},
	"tags": {Reads: withMore(callerPartitions, key.UserTime), Writes: listOf(key.Workspaces, key.UserTime, key.Queue)},
	"tasks": {
		Reads:   withMore(callerPartitions, key.UserTime),
		Writes:  listOf(key.Workspaces, key.UserTime, key.Queue),
		Indexes: listOf(dynamo.IndexLSK),
	},
	"timers": {
		Reads:   withMore(callerPartitions, key.UserTime),
		Writes:  listOf(key.Workspaces, key.UserTime),
		Indexes: listOf(dynamo.IndexLSK),
	},
	"tracker": {Reads: withMore(callerPartitions, key.UserTime), Indexes: listOf(dynamo.IndexLSK)},
	"webhooks": {Reads: withMore(callerPartitions, key.UserTime, key.Webhooks, key.Deliveries),
		Writes:  listOf(key.Workspaces, key.UserTime, key.Webhooks, key.Deliveries, key.Queue),
		Indexes: listOf(dynamo.IndexLSK)},
	"workspaces": {
		Reads:  withMore(callerPartitions, key.UserTime, key.AuditLogs),
		Writes: listOf(key.Users, key.Workspaces, key.UserTime, key.Queue),
	},
	// The deliverer calls addresses that users chose. It writes nothing but webhooks, how many
	// requests it sent, and the running totals that say whether a budget is reached.
	Deliverer: {
		Reads: withMore(callerPartitions, key.UserTime, key.Submissions, key.Webhooks, key.Deliveries, key.WebhooksDue,
			key.Totals, key.TotalsParts, key.AuditLogs, key.AuditFeeds),
		Writes:  listOf(key.Webhooks, key.Deliveries, key.Totals, key.TotalsParts, key.RateLimits),
		Indexes: listOf(dynamo.IndexLSK, dynamo.IndexWorkspace, dynamo.IndexChange),
	},
	Worker: {
		Reads: withMore(callerPartitions, key.UserTime, key.Submissions, key.BillingJobs, key.EmailAddresses,
			key.MailedTokens, key.APIKeys, key.Queue, key.DeadLetters, key.AuditLogs, key.Webhooks, key.Deliveries,
			key.WebhooksOff, key.TimersDue, key.BudgetsDue, key.Totals, key.TotalsParts, key.ProjectTime, key.Summaries,
			key.SummaryStates),
		Writes: listOf(key.Users, key.Workspaces, key.UserTime, key.Submissions, key.BillingJobs, key.EmailAddresses,
			key.APIKeys, key.OAuthClients, key.MailedTokens, key.RateLimits, key.Queue, key.DeadLetters, key.AuditLogs,
			key.Webhooks, key.Deliveries, key.Totals, key.TotalsParts, key.Summaries, key.SummaryStates),
		Indexes: listOf(dynamo.IndexLSK, dynamo.IndexWorkspace, dynamo.IndexProject, dynamo.IndexChange), BatchDeletes: true,
		ReadsTime: true, // for summaries in the background
	},
}

func listOf[T any](all ...T) []T { return all }

func withMore(some []key.Partition, more ...key.Partition) []key.Partition {
	return append(slices.Clone(some), more...)
}

// The actions of DynamoDB by their effect, as policies name them.
var (
	readActions   = []string{"GetItem", "BatchGetItem", "Query", "ConditionCheckItem"}
	writeActions  = []string{"PutItem", "UpdateItem", "DeleteItem"}
	createActions = []string{"PutItem"}
)

// ReadActions lists the actions that read.
func (a Table) ReadActions() []string { return slices.Clone(readActions) }

// CreateActions lists the actions that put new items.
func (a Table) CreateActions() []string { return slices.Clone(createActions) }

// ChangeActions lists the actions that change or delete an item.
func (a Table) ChangeActions() []string {
	return slices.DeleteFunc(a.WriteActions(), func(action string) bool { return slices.Contains(createActions, action) })
}

// WriteActions lists the actions that write.
func (a Table) WriteActions() []string {
	if a.BatchDeletes {
		return append(slices.Clone(writeActions), "BatchWriteItem")
	}
	return slices.Clone(writeActions)
}

// IndexPartitions lists the partitions of an index that the function may read. An
// index has the partitions of the table or partitions of its own.
func (a Table) IndexPartitions(index string) []key.Partition {
	switch index {
	case dynamo.IndexWorkspace:
		own := a.duePartitions()
		if len(own) == 0 || a.ReadsTime {
			own = append(own, key.Workspaces)
		}
		return own
	case dynamo.IndexChange:
		return slices.DeleteFunc(slices.Clone(a.Reads), func(p key.Partition) bool {
			return p != key.Workspaces && p != key.AuditFeeds
		})
	case dynamo.IndexProject:
		return listOf(key.ProjectTime)
	}
	return slices.DeleteFunc(slices.Clone(a.Reads), func(p key.Partition) bool {
		return p != key.Workspaces && p != key.UserTime && p != key.Deliveries // the index has no items of other partitions
	})
}

// duePartitions lists the partitions of the index by_ws that have what is due of all workspaces:
// webhooks, timers and budgets. A function that reads one of them reads no time there,
// unless its row says so.
func (a Table) duePartitions() []key.Partition {
	return slices.DeleteFunc(slices.Clone(a.Reads), func(p key.Partition) bool {
		return p != key.WebhooksDue && p != key.WebhooksOff && p != key.TimersDue && p != key.BudgetsDue
	})
}

// Allows reports whether the function may run an action on a partition of the table,
// or of an index unless that is "".
func (a Table) Allows(action, index, partition string) bool {
	allowed := a.Reads
	switch {
	case index != "":
		if action != "Query" || !slices.Contains(a.Indexes, index) {
			return false
		}
		allowed = a.IndexPartitions(index)
	case slices.Contains(createActions, action):
		allowed = slices.Concat(a.Writes, a.Creates)
	case slices.Contains(a.WriteActions(), action):
		allowed = a.Writes
	case !slices.Contains(readActions, action):
		return false
	}
	return slices.ContainsFunc(allowed, func(p key.Partition) bool { return p.Matches(partition) })
}

// OnlyCreates reports whether the function may put items into a partition, and not change what is there.
func (a Table) OnlyCreates(partition string) bool {
	matches := func(p key.Partition) bool { return p.Matches(partition) }
	return slices.ContainsFunc(a.Creates, matches) && !slices.ContainsFunc(a.Writes, matches)
}

// PurposesOf lists the purposes whose data keys a function may open, by its name. The permissions
// for KMS and for the sealed data keys in the table are made from it, and the tests refuse every
// other purpose.
func PurposesOf(function string) []secret.Purpose { return slices.Clone(purposes[function]) }

// purposes gives each function the purposes that it needs. A function that may open the
// data key of refresh tokens can sign in as anybody. Functions with lists need cursors.
var purposes = map[string][]secret.Purpose{
	"account": {secret.Refresh, secret.AccountMail, secret.InvitationMail, secret.SecondFactor, secret.Network,
		secret.SignInGrant, secret.Cursor},
	"apikeys":     {secret.Cursor},
	"calendar":    {secret.OAuth, secret.Calendar},
	"changes":     {secret.Cursor},
	"clients":     {secret.Cursor},
	"entries":     {secret.Cursor},
	"invitations": {secret.InvitationMail, secret.Cursor},
	"mcp":         {secret.Cursor, secret.Fingerprint},
	"oauth":       {secret.AppRefresh, secret.SecondFactor, secret.Network},
	"pages":       {secret.Refresh, secret.InvitationMail, secret.SecondFactor, secret.Network},
	"projects":    {secret.Cursor},
	"reports":     {secret.Cursor},
	"sso": {secret.Refresh, secret.AccountMail, secret.OAuth, secret.SecondFactor, secret.Network,
		secret.SignInGrant},
	"submissions": {secret.ClientLinkMail, secret.Cursor},
	"tags":        {secret.Cursor},
	"tasks":       {secret.Cursor},
	"webhooks":    {secret.Webhook, secret.Cursor},
	"workspaces":  {secret.Cursor},
	Deliverer:     {secret.Webhook, secret.Cursor},
	Worker:        {secret.AccountMail, secret.InvitationMail, secret.ClientLinkMail, secret.Calendar},
}

// sealedKeysOf are the partitions with the sealed data keys of a function's purposes.
func sealedKeysOf(function string) []key.Partition {
	var all []key.Partition
	for _, p := range PurposesOf(function) {
		all = append(all, key.SealedKey(p))
	}
	return all
}
