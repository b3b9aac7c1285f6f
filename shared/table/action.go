package table

import (
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/dynamo"
	"stint/shared/problem"
)

// Action is one write or one condition of a transaction. Create, Put, Replace,
// Update, Delete and Check make one, and Provided and Or refine it, as in
//
//	table.Create(it).Provided(condition).Or(errTaken)
//
// Commit carries it out.
type Action struct {
	key         Key
	item        Item                         // the whole new item of a put
	update      *expression.UpdateBuilder    // the changes of an update
	isCreate    bool                         // a put that needs Absent
	isDelete    bool                         // a delete; with an item, one that leaves that item as its mark
	isChange    bool                         // an update of a tracked item counts as a change
	isUntracked bool                         // the write of a tracked item does not count as a change
	condition   *expression.ConditionBuilder // must hold, or nothing of the transaction happens
	conflict    error                        // the error of a failed condition; nil is errChanged
	errIfAbsent error                        // the error of a delete that finds no item; nil is success of a single delete
}

// MaxActions is how many actions one transaction takes.
const MaxActions = 100

// errChanged is the error of a failed condition, unless Or gives another one.
var errChanged = problem.Conflict(problem.WriteRace, "It was changed by another request. Read it again.")

// Conditions that most writes have.
var (
	// Absent holds while there is no such item, or only the mark of a deleted one.
	Absent = expression.Or(expression.AttributeNotExists(expression.Name(dynamo.AttrPK)),
		expression.AttributeExists(expression.Name(attrGone)))
	// Present holds while there is such an item, which is no mark.
	Present = expression.And(expression.AttributeExists(expression.Name(dynamo.AttrPK)),
		expression.AttributeNotExists(expression.Name(attrGone)))
)

// AtVersion holds while the record has the version that was read.
func AtVersion(n int64) expression.ConditionBuilder {
	return expression.Name(AttrVersion).Equal(expression.Value(n))
}

// Create puts an item that must not exist yet. One that has expired does not exist for readers, though DynamoDB may
// remove it days later. So an item with an expiry may take its place.
func Create(it Item) Action { return Action{key: KeyOf(it), item: it, isCreate: true} }

// expiredAt holds for an item that has expired.
func expiredAt(now time.Time) expression.ConditionBuilder {
	return expression.Name(dynamo.AttrExpires).LessThanEqual(expression.Value(now.Unix()))
}

// Put puts an item, whether it exists or not.
func Put(it Item) Action { return Action{key: KeyOf(it), item: it} }

// Replace puts an item in place of the version that was read.
func Replace(it Item, version int64) Action {
	when := AtVersion(version)
	return Action{key: KeyOf(it), item: it, condition: &when}
}

// Delete deletes an item, whether it exists or not. The delete of a tracked item is
// DeleteLeaving, or LeavingNothing.
func Delete(k Key) Action { return Action{key: k, isDelete: true} }

// Update changes single attributes of an item that must exist.
func Update(k Key, update expression.UpdateBuilder) Action {
	return Action{key: k, update: &update, condition: &Present}
}

// Upsert changes single attributes of an item, whether it exists or not.
func Upsert(k Key, update expression.UpdateBuilder) Action { return Action{key: k, update: &update} }

// UpdateAttributes sets the named attributes of a record, and its version, to
// those of the given item, in place of the version that was read. It removes
// those that the item does not have. All other attributes stay as they are, so
// that what other writes count or mark without a new version is not lost.
func UpdateAttributes(it Item, version int64, attributes ...string) Action {
	when := AtVersion(version)
	written := append(slices.Clip(attributes), AttrVersion) // requests may share the list
	return Action{key: KeyOf(it), update: setAttributes(it, written), condition: &when, isChange: true}
}

// UpdateAttributesUnversioned is UpdateAttributes for a change that makes no new
// version of the record, and does not count as a change of it. The record must exist.
func UpdateAttributesUnversioned(it Item, attributes ...string) Action {
	return Action{key: KeyOf(it), update: setAttributes(it, attributes), condition: &Present}
}

func setAttributes(it Item, attributes []string) *expression.UpdateBuilder {
	var update expression.UpdateBuilder
	for _, name := range attributes {
		if value, ok := it[name]; ok {
			update = update.Set(expression.Name(name), expression.Value(value))
		} else {
			update = update.Remove(expression.Name(name))
		}
	}
	return &update
}

// Check writes nothing, but its condition must hold.
func Check(k Key, when expression.ConditionBuilder) Action { return Action{key: k, condition: &when} }

// Key is the key of the item that the action writes or checks.
func (a Action) Key() Key { return a.key }

// AlsoUpdate adds changes to those of an update.
func (a Action) AlsoUpdate(add func(expression.UpdateBuilder) expression.UpdateBuilder) Action {
	update := add(*a.update)
	a.update = &update
	return a
}

// Provided adds a condition to those that the action has.
func (a Action) Provided(more expression.ConditionBuilder) Action {
	if a.condition != nil {
		more = expression.And(*a.condition, more)
	}
	a.condition = &more
	return a
}

// conditionAt is what must hold at a time, or nil. An item that has expired does not hinder a create of one that
// expires.
func (a Action) conditionAt(now time.Time) *expression.ConditionBuilder {
	if !a.isCreate {
		return a.condition
	}
	free := Absent
	if _, expires := a.item[dynamo.AttrExpires]; expires {
		free = expression.Or(free, expiredAt(now))
	}
	if a.condition != nil {
		free = expression.And(free, *a.condition)
	}
	return &free
}

// Or sets the error that Commit returns when a condition of the action does not
// hold.
func (a Action) Or(conflict error) Action {
	a.conflict = conflict
	return a
}

// OrDefault is Or for an action that has no such error yet.
func (a Action) OrDefault(conflict error) Action {
	if a.conflict == nil {
		a.conflict = conflict
	}
	return a
}

// OrIfAbsent sets the error of a delete that finds no item. Without one a single
// delete succeeds, because an earlier try whose answer was lost may have deleted
// the item.
func (a Action) OrIfAbsent(gone error) Action {
	a.errIfAbsent = gone
	return a
}

// WriteMark is the mark of the last write of an item. A record that embeds it is read with
// the mark. The zero value is that of an item without a mark.
type WriteMark struct {
	By string `db:"by,omitempty"`
}

// IsSet reports whether the item has a mark.
func (m WriteMark) IsSet() bool { return m.By != "" }

// Unchanged holds while nothing has been written to the item since it was read with the
// mark. It does not hold for the mark of a deleted record.
func (m WriteMark) Unchanged() expression.ConditionBuilder {
	return expression.Name(attrMark).Equal(expression.Value(m.By))
}
