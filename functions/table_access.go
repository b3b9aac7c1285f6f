package functions

import (
	"slices"

	"stint/shared/dynamo"
	"stint/shared/store"
)

// TableAccess is what a function may touch of the table: its policy in the cloud is
// made of it, and the tests refuse every call beyond it. Nothing in it scans.
type TableAccess struct {
	Reads        []store.Partition
	Writes       []store.Partition // put, changed and deleted; reading them is another matter
	Indexes      []string          // in which it looks for what it may read
	BatchDeletes bool              // whether it deletes in batches
}

// Worker is the function that does what requests leave for later. It has no
// routes.
const Worker = "worker"

// TableAccessOf is the reach of a family's function, or of the worker.
func TableAccessOf(function string) TableAccess {
	access := tableAccess[function]
	access.Reads = append(slices.Clone(access.Reads), store.WarmUp)
	return access
}

// callerPartitions is what a function reads to know its caller.
var callerPartitions = []store.Partition{store.Users, store.Workspaces}

// tableAccess leave out what a function has no business with: nobody but those
// that sign people in sees who has an address or a login, and only those that
// take API keys see keys.
var tableAccess = map[string]TableAccess{
	"account": {
		Reads:  withMore(callerPartitions, store.EmailAddresses, store.MailedTokens),
		Writes: listOf(store.Users, store.Workspaces, store.EmailAddresses, store.ExternalLogins, store.MailedTokens, store.RateLimits, store.Queue),
	},
	"apikeys": {
		Reads:  withMore(callerPartitions, store.APIKeys, store.UserTime),
		Writes: listOf(store.Users, store.APIKeys, store.UserTime),
	},
	"approvals": {
		Reads:  listOf(store.Workspaces, store.Submissions, store.MailedTokens),
		Writes: listOf(store.Workspaces, store.Submissions, store.RateLimits),
	},
	"billing": {
		Reads:   withMore(callerPartitions, store.UserTime),
		Writes:  listOf(store.Workspaces, store.UserTime, store.BillingJobs, store.Queue),
		Indexes: listOf(dynamo.IndexLSK),
	},
	"calendar": {
		Reads:  callerPartitions, // connections are kept with their people
		Writes: listOf(store.Users, store.OAuthStates, store.RateLimits),
	},
	"clients": {Reads: withMore(callerPartitions, store.UserTime), Writes: listOf(store.Workspaces, store.UserTime)},
	"entries": {
		Reads:   withMore(callerPartitions, store.UserTime, store.ProjectTime, store.APIKeys),
		Writes:  listOf(store.Workspaces, store.UserTime, store.APIKeys),
		Indexes: listOf(dynamo.IndexLSK, dynamo.IndexWorkspace, dynamo.IndexProject),
	},
	"invitations": {
		Reads:  withMore(callerPartitions, store.UserTime, store.EmailAddresses, store.MailedTokens),
		Writes: listOf(store.Users, store.Workspaces, store.UserTime, store.EmailAddresses, store.MailedTokens, store.RateLimits, store.Queue),
	},
	"meta": {},
	"pages": {
		Reads: withMore(callerPartitions, store.Submissions, store.EmailAddresses, store.ExternalLogins, store.MailedTokens),
		Writes: listOf(store.Users, store.Workspaces, store.UserTime, store.Submissions, store.EmailAddresses, store.ExternalLogins, store.MailedTokens,
			store.RateLimits),
	},
	"projects": {
		Reads:   withMore(callerPartitions, store.UserTime, store.APIKeys),
		Writes:  listOf(store.Workspaces, store.UserTime, store.APIKeys, store.Queue),
		Indexes: listOf(dynamo.IndexLSK),
	},
	"reports": {
		Reads:   withMore(callerPartitions, store.UserTime, store.ProjectTime),
		Indexes: listOf(dynamo.IndexLSK, dynamo.IndexWorkspace, dynamo.IndexProject),
	},
	"sso": {
		Reads: withMore(callerPartitions, store.EmailAddresses, store.ExternalLogins, store.MailedTokens, store.OAuthStates),
		Writes: listOf(store.Users, store.Workspaces, store.EmailAddresses, store.ExternalLogins, store.MailedTokens, store.OAuthStates,
			store.RateLimits, store.Queue),
	},
	"submissions": {
		Reads:   withMore(callerPartitions, store.UserTime, store.Submissions),
		Writes:  listOf(store.Workspaces, store.UserTime, store.Submissions, store.MailedTokens, store.Queue),
		Indexes: listOf(dynamo.IndexLSK),
	},
	"tags": {Reads: withMore(callerPartitions, store.UserTime, store.APIKeys), Writes: listOf(store.Workspaces, store.UserTime, store.APIKeys)},
	"tasks": {
		Reads:   withMore(callerPartitions, store.UserTime, store.APIKeys),
		Writes:  listOf(store.Workspaces, store.UserTime, store.APIKeys),
		Indexes: listOf(dynamo.IndexLSK),
	},
	"timers": {
		Reads:   withMore(callerPartitions, store.UserTime, store.APIKeys),
		Writes:  listOf(store.Workspaces, store.UserTime, store.APIKeys),
		Indexes: listOf(dynamo.IndexLSK),
	},
	"tracker": {Reads: withMore(callerPartitions, store.UserTime), Indexes: listOf(dynamo.IndexLSK)},
	"workspaces": {
		Reads:  withMore(callerPartitions, store.UserTime),
		Writes: listOf(store.Users, store.Workspaces, store.UserTime, store.Queue),
	},
	Worker: {
		Reads: withMore(callerPartitions, store.UserTime, store.Submissions, store.BillingJobs, store.EmailAddresses, store.MailedTokens, store.Queue, store.DeadLetters),
		Writes: listOf(store.Users, store.Workspaces, store.UserTime, store.Submissions, store.BillingJobs, store.EmailAddresses, store.APIKeys,
			store.MailedTokens, store.Queue, store.DeadLetters),
		Indexes: listOf(dynamo.IndexLSK), BatchDeletes: true,
	},
}

func listOf[T any](all ...T) []T { return all }

func withMore(some []store.Partition, more ...store.Partition) []store.Partition {
	return append(slices.Clone(some), more...)
}

// Actions of DynamoDB by what they do, as policies name them.
var (
	readActions  = []string{"GetItem", "BatchGetItem", "Query", "ConditionCheckItem"}
	writeActions = []string{"PutItem", "UpdateItem", "DeleteItem"}
)

// ReadActions lists the actions that read.
func (a TableAccess) ReadActions() []string { return slices.Clone(readActions) }

// WriteActions lists the actions that write.
func (a TableAccess) WriteActions() []string {
	if a.BatchDeletes {
		return append(slices.Clone(writeActions), "BatchWriteItem")
	}
	return slices.Clone(writeActions)
}

// IndexPartitions lists the partitions of an index that the function may read: those of
// the table in another order, or the index's own.
func (a TableAccess) IndexPartitions(index string) []store.Partition {
	switch index {
	case dynamo.IndexWorkspace:
		return listOf(store.Workspaces)
	case dynamo.IndexProject:
		return listOf(store.ProjectTime)
	}
	return slices.DeleteFunc(slices.Clone(a.Reads), func(p store.Partition) bool {
		return p != store.Workspaces && p != store.UserTime // no other is seen through it
	})
}

// Allows reports whether the policy lets an action touch a partition of the
// table, or of an index.
func (a TableAccess) Allows(action, index, partition string) bool {
	allowed := a.Reads
	switch {
	case index != "":
		if action != "Query" || !slices.Contains(a.Indexes, index) {
			return false
		}
		allowed = a.IndexPartitions(index)
	case slices.Contains(a.WriteActions(), action):
		allowed = a.Writes
	case !slices.Contains(readActions, action):
		return false
	}
	return slices.ContainsFunc(allowed, func(p store.Partition) bool { return p.Matches(partition) })
}
