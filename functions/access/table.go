// Package access declares what each function may read and write in the table, and which data keys
// it may open. It imports no family, so that tests can check the access of one family alone.
package access

import (
	"slices"

	"stint/shared/dynamo"
	"stint/shared/secret"
	"stint/shared/store"
)

// Table is what a function may do with the table. The policies in the cloud are
// made from it, and the tests refuse every other call. No function may scan.
type Table struct {
	Reads        []store.Partition
	Writes       []store.Partition // to put, change and delete items; this does not include reading
	Indexes      []string          // indexes that it may query for partitions that it may read
	BatchDeletes bool              // whether it may delete in batches
	Creates      []store.Partition // to put new items, which it may not change or delete
}

// The functions without routes.
const (
	Worker    = "worker"
	Deliverer = "deliverer"
)

// TableOf is the table access of a function by its name.
func TableOf(function string) Table {
	access := tableAccess[function]
	access.Creates = sealedKeysOf(function)
	access.Reads = slices.Concat(access.Reads, listOf(store.WarmUp), access.Creates)
	if function != Worker && function != Deliverer && slices.Contains(access.Reads, store.Users) && !slices.Contains(access.Writes, store.RateLimits) {
		access.Writes = append(slices.Clone(access.Writes), store.RateLimits) // it counts the requests of its callers
	}
	if acceptsKeys[function] {
		access.Reads = append(access.Reads, store.APIKeys)
		access.Writes = append(slices.Clone(access.Writes), store.APIKeys) // it notes when a key was used
	}
	if recordsAudit[function] {
		access.Creates = append(slices.Clone(access.Creates), store.AuditLogs)
	}
	return access
}

// acceptsKeys are the functions with routes for API keys.
var acceptsKeys = map[string]bool{
	"apikeys": true, "billing": true, "changes": true, "clients": true, "entries": true, "invitations": true, "projects": true, "reports": true,
	"submissions": true, "tags": true, "tasks": true, "timers": true, "tracker": true, "webhooks": true, "workspaces": true,
}

// recordsAudit are the functions that add to the audit log. They cannot read, change
// or delete what is in it. Only a list shows it, and only a purge deletes it.
var recordsAudit = map[string]bool{
	"account": true, "apikeys": true, "approvals": true, "billing": true, "entries": true, "invitations": true, "pages": true, "projects": true,
	"reports": true, "sso": true, "submissions": true, "timers": true, "webhooks": true,
	"workspaces": true,
}

// callerPartitions are the partitions that authentication reads.
var callerPartitions = []store.Partition{store.Users, store.Workspaces}

// tableAccess gives each function the least that it needs in addition to what TableOf adds.
// Only functions that sign users in may read addresses and external logins.
var tableAccess = map[string]Table{
	"account": {
		Reads: withMore(callerPartitions, store.EmailAddresses, store.MailedTokens, store.RateLimits, store.Instance, store.UserTime, store.APIKeys),
		Writes: listOf(store.Users, store.Workspaces, store.EmailAddresses, store.ExternalLogins, store.MailedTokens, store.RateLimits, store.Queue, store.Instance,
			store.UserTime, store.APIKeys),
	},
	"apikeys": {
		Reads:  withMore(callerPartitions, store.APIKeys, store.UserTime),
		Writes: listOf(store.Users, store.APIKeys, store.UserTime, store.Queue),
	},
	"approvals": {
		Reads:  listOf(store.Workspaces, store.Submissions, store.MailedTokens),
		Writes: listOf(store.Workspaces, store.Submissions, store.RateLimits, store.Queue),
	},
	"billing": {
		Reads:   withMore(callerPartitions, store.UserTime),
		Writes:  listOf(store.Workspaces, store.UserTime, store.BillingJobs, store.Queue),
		Indexes: listOf(dynamo.IndexLSK),
	},
	"calendar": {
		Reads:  callerPartitions, // connections are stored with their users
		Writes: listOf(store.Users, store.OAuthStates, store.RateLimits),
	},
	"changes": {
		Reads:   withMore(callerPartitions, store.UserTime, store.Submissions),
		Indexes: listOf(dynamo.IndexLSK, dynamo.IndexChange),
	},
	"clients": {Reads: withMore(callerPartitions, store.UserTime), Writes: listOf(store.Workspaces, store.UserTime, store.Queue)},
	"entries": {
		Reads:   withMore(callerPartitions, store.UserTime, store.ProjectTime),
		Writes:  listOf(store.Workspaces, store.UserTime),
		Indexes: listOf(dynamo.IndexLSK, dynamo.IndexWorkspace, dynamo.IndexProject),
	},
	"invitations": {
		Reads:  withMore(callerPartitions, store.UserTime, store.EmailAddresses, store.MailedTokens),
		Writes: listOf(store.Users, store.Workspaces, store.UserTime, store.EmailAddresses, store.MailedTokens, store.RateLimits, store.Queue),
	},
	"meta": {},
	"pages": {
		Reads: withMore(callerPartitions, store.Submissions, store.EmailAddresses, store.ExternalLogins, store.MailedTokens, store.RateLimits, store.Instance),
		Writes: listOf(store.Users, store.Workspaces, store.UserTime, store.Submissions, store.EmailAddresses, store.ExternalLogins, store.MailedTokens,
			store.RateLimits, store.Queue, store.Instance),
	},
	"projects": {
		Reads:   withMore(callerPartitions, store.UserTime, store.Totals),
		Writes:  listOf(store.Workspaces, store.UserTime, store.Queue, store.Totals),
		Indexes: listOf(dynamo.IndexLSK, dynamo.IndexChange),
	},
	"reports": {
		Reads:   withMore(callerPartitions, store.UserTime, store.ProjectTime, store.Totals),
		Writes:  listOf(store.Totals, store.Queue),
		Indexes: listOf(dynamo.IndexLSK, dynamo.IndexWorkspace, dynamo.IndexProject, dynamo.IndexChange),
	},
	"sso": {
		Reads: withMore(callerPartitions, store.EmailAddresses, store.ExternalLogins, store.MailedTokens, store.OAuthStates, store.Instance),
		Writes: listOf(store.Users, store.Workspaces, store.EmailAddresses, store.ExternalLogins, store.MailedTokens, store.OAuthStates,
			store.RateLimits, store.Queue, store.Instance),
	},
	"submissions": {
		Reads:   withMore(callerPartitions, store.UserTime, store.Submissions),
		Writes:  listOf(store.Workspaces, store.UserTime, store.Submissions, store.MailedTokens, store.Queue),
		Indexes: listOf(dynamo.IndexLSK),
	},
	"tags": {Reads: withMore(callerPartitions, store.UserTime), Writes: listOf(store.Workspaces, store.UserTime, store.Queue)},
	"tasks": {
		Reads:   withMore(callerPartitions, store.UserTime),
		Writes:  listOf(store.Workspaces, store.UserTime, store.Queue),
		Indexes: listOf(dynamo.IndexLSK),
	},
	"timers": {
		Reads:   withMore(callerPartitions, store.UserTime),
		Writes:  listOf(store.Workspaces, store.UserTime),
		Indexes: listOf(dynamo.IndexLSK),
	},
	"tracker":  {Reads: withMore(callerPartitions, store.UserTime), Indexes: listOf(dynamo.IndexLSK)},
	"webhooks": {Reads: withMore(callerPartitions, store.UserTime, store.Webhooks), Writes: listOf(store.Workspaces, store.UserTime, store.Webhooks), Indexes: listOf(dynamo.IndexLSK)},
	"workspaces": {
		Reads:  withMore(callerPartitions, store.UserTime, store.AuditLogs),
		Writes: listOf(store.Users, store.Workspaces, store.UserTime, store.Queue),
	},
	// The deliverer calls addresses that users chose. It writes nothing but webhooks, and the
	// running totals that say whether a budget is reached.
	Deliverer: {
		Reads:   withMore(callerPartitions, store.UserTime, store.Submissions, store.Webhooks, store.WebhooksDue, store.Totals),
		Writes:  listOf(store.Webhooks, store.Totals),
		Indexes: listOf(dynamo.IndexLSK, dynamo.IndexWorkspace, dynamo.IndexChange),
	},
	Worker: {
		Reads: withMore(callerPartitions, store.UserTime, store.Submissions, store.BillingJobs, store.EmailAddresses, store.MailedTokens, store.Queue, store.DeadLetters, store.AuditLogs,
			store.Webhooks, store.WebhooksOff, store.TimersDue, store.Totals),
		Writes: listOf(store.Users, store.Workspaces, store.UserTime, store.Submissions, store.BillingJobs, store.EmailAddresses, store.APIKeys,
			store.MailedTokens, store.RateLimits, store.Queue, store.DeadLetters, store.AuditLogs, store.Webhooks, store.Totals),
		Indexes: listOf(dynamo.IndexLSK, dynamo.IndexWorkspace, dynamo.IndexChange), BatchDeletes: true,
	},
}

func listOf[T any](all ...T) []T { return all }

func withMore(some []store.Partition, more ...store.Partition) []store.Partition {
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
func (a Table) IndexPartitions(index string) []store.Partition {
	switch index {
	case dynamo.IndexWorkspace:
		if own := a.duePartitions(); len(own) > 0 {
			return own
		}
		return listOf(store.Workspaces)
	case dynamo.IndexChange:
		return listOf(store.Workspaces)
	case dynamo.IndexProject:
		return listOf(store.ProjectTime)
	}
	return slices.DeleteFunc(slices.Clone(a.Reads), func(p store.Partition) bool {
		return p != store.Workspaces && p != store.UserTime && p != store.Webhooks // the index has no items of other partitions
	})
}

// duePartitions lists the partitions of the index by_ws that have what is due of all workspaces:
// webhooks and timers. A function that reads one of them reads no time there.
func (a Table) duePartitions() []store.Partition {
	return slices.DeleteFunc(slices.Clone(a.Reads), func(p store.Partition) bool {
		return p != store.WebhooksDue && p != store.WebhooksOff && p != store.TimersDue
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
	return slices.ContainsFunc(allowed, func(p store.Partition) bool { return p.Matches(partition) })
}

// PurposesOf lists the purposes whose data keys a function may open, by its name. The permissions
// for KMS and for the sealed data keys in the table are made from it, and the tests refuse every
// other purpose.
func PurposesOf(function string) []secret.Purpose { return slices.Clone(purposes[function]) }

// purposes gives each function the purposes that it needs. A function that may open the
// data key of refresh tokens can sign in as anybody. Functions with lists need cursors.
var purposes = map[string][]secret.Purpose{
	"account":     {secret.Refresh, secret.AccountMail, secret.InvitationMail, secret.SecondFactor, secret.Network, secret.Cursor},
	"apikeys":     {secret.Cursor},
	"calendar":    {secret.OAuth, secret.Calendar},
	"changes":     {secret.Cursor},
	"clients":     {secret.Cursor},
	"entries":     {secret.Cursor},
	"invitations": {secret.InvitationMail, secret.Cursor},
	"pages":       {secret.Refresh, secret.InvitationMail, secret.SecondFactor, secret.Network},
	"projects":    {secret.Cursor},
	"reports":     {secret.Cursor},
	"sso":         {secret.Refresh, secret.AccountMail, secret.OAuth, secret.SecondFactor, secret.Network},
	"submissions": {secret.ClientLinkMail, secret.Cursor},
	"tags":        {secret.Cursor},
	"tasks":       {secret.Cursor},
	"webhooks":    {secret.Webhook, secret.Cursor},
	"workspaces":  {secret.Cursor},
	Deliverer:     {secret.Webhook, secret.Cursor},
	Worker:        {secret.AccountMail, secret.InvitationMail, secret.ClientLinkMail, secret.Calendar},
}

// sealedKeysOf are the partitions with the sealed data keys of a function's purposes.
func sealedKeysOf(function string) []store.Partition {
	var all []store.Partition
	for _, p := range PurposesOf(function) {
		all = append(all, store.SealedKey(p))
	}
	return all
}
