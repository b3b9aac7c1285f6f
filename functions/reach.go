package functions

import (
	"slices"

	"stint/shared/dynamo"
	"stint/shared/store"
)

// Reach is what a function may touch of the table: its policy in the cloud is
// made of it, and the tests refuse every call beyond it. Nothing in it scans.
type Reach struct {
	Reads   []store.Partition
	Writes  []store.Partition // put, changed and deleted; reading them is another matter
	Indexes []string          // in which it looks for what it may read
	Batches bool              // whether it deletes in batches
}

// Worker is the function that does what requests leave for later. It has no
// routes.
const Worker = "worker"

// ReachOf is the reach of a family's function, or of the worker.
func ReachOf(function string) Reach {
	r := reaches[function]
	r.Reads = append(slices.Clone(r.Reads), store.Warming)
	return r
}

// who is what a function reads to know its caller.
var who = []store.Partition{store.People, store.Workspaces}

// reaches leave out what a function has no business with: nobody but those
// that sign people in sees who has an address or a login, and only those that
// take API keys see keys.
var reaches = map[string]Reach{
	"account": {
		Reads:  with(who, store.Addresses, store.MailedTokens),
		Writes: of(store.People, store.Workspaces, store.Addresses, store.Logins, store.MailedTokens, store.Windows, store.Queue),
	},
	"apikeys": {
		Reads:  with(who, store.Keys, store.Time),
		Writes: of(store.People, store.Keys, store.Time),
	},
	"approvals": {
		Reads:  of(store.Workspaces, store.Timesheets, store.MailedTokens),
		Writes: of(store.Workspaces, store.Timesheets, store.Windows),
	},
	"billing": {
		Reads:   with(who, store.Time),
		Writes:  of(store.Workspaces, store.Time, store.Jobs, store.Queue),
		Indexes: of(dynamo.IndexLSK),
	},
	"calendar": {
		Reads:  who, // connections are kept with their people
		Writes: of(store.People, store.States, store.Windows),
	},
	"clients": {Reads: with(who, store.Time), Writes: of(store.Workspaces, store.Time)},
	"entries": {
		Reads:   with(who, store.Time, store.ProjectTime, store.Keys),
		Writes:  of(store.Workspaces, store.Time, store.Keys),
		Indexes: of(dynamo.IndexLSK, dynamo.IndexWorkspace, dynamo.IndexProject),
	},
	"invitations": {
		Reads:  with(who, store.Time, store.Addresses, store.MailedTokens),
		Writes: of(store.People, store.Workspaces, store.Time, store.Addresses, store.MailedTokens, store.Windows, store.Queue),
	},
	"meta": {},
	"pages": {
		Reads: with(who, store.Timesheets, store.Addresses, store.Logins, store.MailedTokens),
		Writes: of(store.People, store.Workspaces, store.Time, store.Timesheets, store.Addresses, store.Logins, store.MailedTokens,
			store.Windows),
	},
	"projects": {
		Reads:   with(who, store.Time, store.Keys),
		Writes:  of(store.Workspaces, store.Time, store.Keys, store.Queue),
		Indexes: of(dynamo.IndexLSK),
	},
	"reports": {
		Reads:   with(who, store.Time, store.ProjectTime),
		Indexes: of(dynamo.IndexLSK, dynamo.IndexWorkspace, dynamo.IndexProject),
	},
	"sso": {
		Reads: with(who, store.Addresses, store.Logins, store.MailedTokens, store.States),
		Writes: of(store.People, store.Workspaces, store.Addresses, store.Logins, store.MailedTokens, store.States,
			store.Windows, store.Queue),
	},
	"submissions": {
		Reads:   with(who, store.Time, store.Timesheets),
		Writes:  of(store.Workspaces, store.Time, store.Timesheets, store.MailedTokens, store.Queue),
		Indexes: of(dynamo.IndexLSK),
	},
	"tags": {Reads: with(who, store.Time, store.Keys), Writes: of(store.Workspaces, store.Time, store.Keys)},
	"tasks": {
		Reads:   with(who, store.Time, store.Keys),
		Writes:  of(store.Workspaces, store.Time, store.Keys),
		Indexes: of(dynamo.IndexLSK),
	},
	"timers": {
		Reads:   with(who, store.Time, store.Keys),
		Writes:  of(store.Workspaces, store.Time, store.Keys),
		Indexes: of(dynamo.IndexLSK),
	},
	"tracker": {Reads: with(who, store.Time), Indexes: of(dynamo.IndexLSK)},
	"workspaces": {
		Reads:  with(who, store.Time),
		Writes: of(store.People, store.Workspaces, store.Time, store.Queue),
	},
	Worker: {
		Reads: with(who, store.Time, store.Timesheets, store.Jobs, store.Addresses, store.MailedTokens, store.Queue, store.GivenUp),
		Writes: of(store.People, store.Workspaces, store.Time, store.Timesheets, store.Jobs, store.Addresses, store.Keys,
			store.MailedTokens, store.Queue, store.GivenUp),
		Indexes: of(dynamo.IndexLSK), Batches: true,
	},
}

func of[T any](all ...T) []T { return all }

func with(some []store.Partition, more ...store.Partition) []store.Partition {
	return append(slices.Clone(some), more...)
}

// Actions of DynamoDB by what they do, as policies name them.
var (
	reading = []string{"GetItem", "BatchGetItem", "Query", "ConditionCheckItem"}
	writing = []string{"PutItem", "UpdateItem", "DeleteItem"}
)

// Reading lists the actions that read.
func (r Reach) Reading() []string { return slices.Clone(reading) }

// Writing lists the actions that write.
func (r Reach) Writing() []string {
	if r.Batches {
		return append(slices.Clone(writing), "BatchWriteItem")
	}
	return slices.Clone(writing)
}

// Within lists the partitions of an index that the function may read: those of
// the table in another order, or the index's own.
func (r Reach) Within(index string) []store.Partition {
	switch index {
	case dynamo.IndexWorkspace:
		return of(store.Workspaces)
	case dynamo.IndexProject:
		return of(store.ProjectTime)
	}
	return slices.DeleteFunc(slices.Clone(r.Reads), func(p store.Partition) bool {
		return p != store.Workspaces && p != store.Time // no other is seen through it
	})
}

// Allows reports whether the policy lets an action touch a partition of the
// table, or of an index.
func (r Reach) Allows(action, index, partition string) bool {
	within := r.Reads
	switch {
	case index != "":
		if action != "Query" || !slices.Contains(r.Indexes, index) {
			return false
		}
		within = r.Within(index)
	case slices.Contains(r.Writing(), action):
		within = r.Writes
	case !slices.Contains(reading, action):
		return false
	}
	return slices.ContainsFunc(within, func(p store.Partition) bool { return p.Holds(partition) })
}
