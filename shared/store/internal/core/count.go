package core

import (
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/table"
)

// Count is the attribute of an item that counts something. Writes raise and lower it without a
// new version of the record. An item without the attribute counts 0, and so does an item whose
// count was lowered to 0.
type Count string

// The counts of the table.
const (
	Ownerships     Count = "owned"    // of a profile: how often the user became an owner
	WorkspacesMade Count = "made"     // of a profile: the workspaces that the user made and that were not purged yet
	PasskeysNow    Count = "passkeys" // of a profile: its passkeys
	Joins          Count = "joins"    // of a workspace: how often a user became an active member
	WebhooksNow    Count = "hooks"    // of a workspace: its webhooks
	ClientsNow     Count = "oauth"    // of a workspace: its OAuth clients
	LastDelivery   Count = "made"     // of a webhook: the number of its last delivery
	Wakings        Count = "woken"    // of a webhook: how often it was woken while a run had the lease
	WatchWakings   Count = "wakes"    // of a timer watch: how often a request made it due
	ProjectsNow    Count = "refs"     // of a client: its projects
	TasksMade      Count = "tasks"    // of a project: how often tasks were created in it
	RightsLost     Count = "rights"   // of a member: how often they lost a right
	KeysMade       Count = "n"        // of a key guard, and of that of a user's grants
	OverlapWrites  Count = "n"        // of an overlap guard
	Attempts       Count = "n"        // of a window of a quota
	WrongCodes     Count = "wrong"    // of a device's request: wrong codes whose first half is that of its code
)

// Add is the update that adds to the count.
func (c Count) Add(n int) expression.UpdateBuilder { return c.AddTo(expression.UpdateBuilder{}, n) }

// AddTo adds to the count in an update that does more.
func (c Count) AddTo(u expression.UpdateBuilder, n int) expression.UpdateBuilder {
	return u.Add(c.name(), expression.Value(n))
}

// Raise raises the count of an item that must exist by one.
func (c Count) Raise(k table.Key) table.Action { return table.Update(k, c.Add(1)) }

// Lower lowers the count of an item by one. It fails where the count is 0.
func (c Count) Lower(k table.Key) table.Action {
	return table.Update(k, c.Add(-1)).Provided(c.name().GreaterThan(expression.Value(0)))
}

// Is holds while the count is as it was read.
func (c Count) Is(n int64) expression.ConditionBuilder {
	same := c.name().Equal(expression.Value(n))
	if n == 0 {
		return expression.Or(c.name().AttributeNotExists(), same)
	}
	return same
}

// Below holds while the count is less than a limit above 0.
func (c Count) Below(limit int) expression.ConditionBuilder {
	return expression.Or(c.name().AttributeNotExists(), c.name().LessThan(expression.Value(limit)))
}

func (c Count) name() expression.NameBuilder { return expression.Name(string(c)) }
