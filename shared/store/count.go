package store

import (
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/table"
)

// count is the attribute of an item that counts something. Writes raise and lower it without a
// new version of the record. An item without the attribute counts 0, and so does an item whose
// count was lowered to 0.
type count string

// The counts of the table.
const (
	ownerships     count = "owned"  // of a profile: how often the user became an owner
	workspacesMade count = "made"   // of a profile: the workspaces that the user made and that were not purged yet
	joins          count = "joins"  // of a workspace: how often a user became an active member
	webhooksNow    count = "hooks"  // of a workspace: its webhooks
	lastDelivery   count = "made"   // of a webhook: the number of its last delivery
	wakings        count = "woken"  // of a webhook: how often it was woken while a run had the lease
	watchWakings   count = "wakes"  // of a timer watch: how often a request made it due
	projectsNow    count = "refs"   // of a client: its projects
	tasksMade      count = "tasks"  // of a project: how often tasks were created in it
	rightsLost     count = "rights" // of a member: how often they lost a right
	keysMade       count = "n"      // of a key guard
	overlapWrites  count = "n"      // of an overlap guard
	attempts       count = "n"      // of a window of a quota
)

// add is the update that adds to the count.
func (c count) add(n int) expression.UpdateBuilder { return c.addTo(expression.UpdateBuilder{}, n) }

// addTo adds to the count in an update that does more.
func (c count) addTo(u expression.UpdateBuilder, n int) expression.UpdateBuilder {
	return u.Add(c.name(), expression.Value(n))
}

// raise raises the count of an item that must exist by one.
func (c count) raise(k table.Key) table.Action { return table.Update(k, c.add(1)) }

// lower lowers the count of an item by one. It fails where the count is 0.
func (c count) lower(k table.Key) table.Action {
	return table.Update(k, c.add(-1)).Provided(c.name().GreaterThan(expression.Value(0)))
}

// is holds while the count is as it was read.
func (c count) is(n int64) expression.ConditionBuilder {
	same := c.name().Equal(expression.Value(n))
	if n == 0 {
		return expression.Or(c.name().AttributeNotExists(), same)
	}
	return same
}

// below holds while the count is less than a limit above 0.
func (c count) below(limit int) expression.ConditionBuilder {
	return expression.Or(c.name().AttributeNotExists(), c.name().LessThan(expression.Value(limit)))
}

func (c count) name() expression.NameBuilder { return expression.Name(string(c)) }
