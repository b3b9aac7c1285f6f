package store

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"

	"stint/shared/domain"
	"stint/shared/problem"
)

// action is one conditional write. Several of them make one transaction.
type action struct {
	key         key
	item        item                         // the whole new item of a put
	update      *expression.UpdateBuilder    // the change of an update
	isDelete    bool                         // a delete
	condition   *expression.ConditionBuilder // must hold, or nothing of the transaction happens
	conflict    error                        // what it means to the caller when it does not hold
	errIfAbsent error                        // what it means when a single delete finds nothing; nil: that is as good as done
}

// maxActions is what one transaction takes.
const maxActions = 100

// errChanged is what a failed condition means when nothing more exact is said.
var errChanged = problem.Conflict("It was changed meanwhile. Read it again.")

// The conditions that most writes carry.
var (
	absent  = expression.AttributeNotExists(expression.Name(attrPK))
	present = expression.AttributeExists(expression.Name(attrPK))
)

// atVersion holds while the record is the one that was read.
func atVersion(n int64) expression.ConditionBuilder {
	return expression.Name(attrVersion).Equal(expression.Value(n))
}

// create puts an item that must not exist yet.
func create(it item) action { return action{key: keyOf(it), item: it, condition: &absent} }

// put writes an item whatever was there.
func put(it item) action { return action{key: keyOf(it), item: it} }

// replace puts an item in place of the version that was read.
func replace(it item, version int64) action {
	when := atVersion(version)
	return action{key: keyOf(it), item: it, condition: &when}
}

// deleteItem deletes an item whatever it is; nothing there is fine too.
func deleteItem(k key) action { return action{key: k, isDelete: true} }

// updateItem updates single attributes of an item that exists.
func updateItem(k key, update expression.UpdateBuilder) action {
	return action{key: k, update: &update, condition: &present}
}

// check writes nothing, but must hold.
func check(k key, when expression.ConditionBuilder) action { return action{key: k, condition: &when} }

// provided adds a condition to the action's own.
func (a action) provided(more expression.ConditionBuilder) action {
	if a.condition != nil {
		more = expression.And(*a.condition, more)
	}
	a.condition = &more
	return a
}

// or says what a failed condition means.
func (a action) or(clash error) action {
	a.conflict = clash
	return a
}

// orIfAbsent says what it means when a single delete finds nothing: deleted by an
// earlier try whose answer was lost, or by somebody else.
func (a action) orIfAbsent(gone error) action {
	a.errIfAbsent = gone
	return a
}

// commit carries out the actions: a single one as a plain conditional write,
// several as one transaction. A failed condition gives the error of the first
// action it belongs to, in the order given. It is safe to be tried again by
// the SDK: a write that was applied although its answer was lost is known
// again by its mark.
func (s *Store) commit(ctx context.Context, actions ...action) error {
	mark := uuid.NewString()
	if len(actions) == 1 && (actions[0].item != nil || actions[0].update != nil || actions[0].isDelete) {
		return s.commitOne(ctx, actions[0], mark)
	}
	return s.transact(ctx, actions, mark)
}

// builtExpression is an action in the words of the API.
type builtExpression struct {
	condition, update *string
	names             map[string]string
	values            item
}

func (a action) build(mark string) (builtExpression, error) {
	if a.condition == nil && a.update == nil {
		return builtExpression{}, nil
	}
	b := expression.NewBuilder()
	if a.condition != nil {
		b = b.WithCondition(*a.condition)
	}
	if a.update != nil {
		b = b.WithUpdate(a.update.Set(expression.Name(attrMark), expression.Value(mark)))
	}
	e, err := b.Build()
	return builtExpression{e.Condition(), e.Update(), e.Names(), e.Values()}, err
}

// itemWithMark is the action's item with the mark of this write.
func (a action) itemWithMark(mark string) item {
	it := make(item, len(a.item)+1)
	for name, value := range a.item {
		it[name] = value
	}
	it[attrMark] = stringValue(mark)
	return it
}

// conditionError tells what a failed condition means, given the item that was there.
func (a action) conditionError(existing item, mark string) error {
	if stringAttribute(existing, attrMark) == mark {
		return nil // ours, applied before its answer was lost
	}
	if a.conflict != nil {
		return a.conflict
	}
	return errChanged
}

func conditionFailed(err error) (existing item, failed bool) {
	var refused *types.ConditionalCheckFailedException
	if errors.As(err, &refused) {
		return refused.Item, true
	}
	return nil, false
}

// createOverExpired puts an item where none is, or where an expired one still lies.
func createOverExpired(it item, now domain.Instant) action {
	when := expression.Or(absent, expression.Name(attrExpires).LessThanEqual(expression.Value(now.Unix())))
	return action{key: keyOf(it), item: it, condition: &when}
}
