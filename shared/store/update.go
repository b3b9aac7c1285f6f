package store

import (
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/problem"
)

// updateAttributes changes the named attributes of a record, and its version, over the
// version that was read. All others stay as they are: what other writes count
// or mark on an item without a new version (refs, used) is not lost. An
// attribute that the new item does not have is removed.
func updateAttributes(it item, version int64, attributes ...string) action {
	when := atVersion(version)
	return action{key: keyOf(it), update: setAttributes(it, append(attributes, attrVersion)), condition: &when}
}

// updateAttributesUnversioned is amend for what does not make a new version of the record.
func updateAttributesUnversioned(it item, attributes ...string) action {
	return action{key: keyOf(it), update: setAttributes(it, attributes), condition: &present}
}

// setAttributes sets the named attributes to what the item has.
func setAttributes(it item, attributes []string) *expression.UpdateBuilder {
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

// deleteUnused deletes the version that was read of a thing that no time was
// ever tracked to.
func deleteUnused(k key, version int64) action {
	return deleteItem(k).provided(atVersion(version)).provided(unused).or(errInUse)
}

// unused holds while nothing has marked the item as used.
var unused = expression.AttributeNotExists(expression.Name("used"))

// errInUse is what a delete is told that a use or a change came before.
var errInUse = problem.Conflict("It has been used, or was changed meanwhile. What was used can only be archived.")
