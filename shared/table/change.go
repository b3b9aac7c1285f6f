package table

import (
	"context"
	"errors"
	"maps"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"

	"stint/shared/dynamo"
)

// A tracked item is in the index ByChange under the moment of its last change. The moment
// is taken before the write is sent, and a write is sent for at most MaxWriteTime. So a
// write takes effect at most that long after its moment, or never.
//
// The delete of a tracked item puts a mark in its place. No read returns a mark, except
// QueryMarks and BatchGetMarks, and Absent holds for it.

// ByChange orders the tracked items of a change partition by the moment of their last
// change. It is a moment behind the table, and has keys only.
var ByChange = Index{Name: dynamo.IndexChange, Partition: dynamo.AttrCW, Sort: dynamo.AttrCS}

// attrGone makes an item a mark. It holds what the mark says of the deleted record.
const attrGone = "gone"

// TrackChanges makes the table track the items for which partition is not "". The
// partition is that of ByChange. Only the tracked items for which marked is true may leave
// marks; lists of others read no more for marks. It returns the table.
func (t *Table) TrackChanges(partition func(Key) string, marked func(Key) bool) *Table {
	t.changePartition, t.leavesMark = partition, marked
	return t
}

// Moment sorts before all changes of the given time or later: in UTC, with microseconds.
// Behind it the moment of a change has a part of the mark of its write, so that no two
// writes of an item have the same moment.
func Moment(at time.Time) string { return at.UTC().Format(momentLayout) }

const (
	momentLayout = "2006-01-02T15:04:05.000000Z"
	momentMark   = 8 // characters of the mark
)

// ParseMoment is the time of a moment; ok is false when it is none.
func ParseMoment(moment string) (at time.Time, ok bool) {
	text, _, _ := strings.Cut(moment, "#")
	at, err := time.Parse(momentLayout, text)
	return at, err == nil
}

// MomentOf is the moment of the last change of an item; "" for one that is not tracked.
func MomentOf[I Readable](it I) string { return StringAttribute(it, dynamo.AttrCS) }

// CauseOf is the trace of the last change of an item, as domain.TraceOf reads it; "" when it is not known.
func CauseOf[I Readable](it I) string { return StringAttribute(it, dynamo.AttrTrace) }

// Unmarked holds for an item that is no mark, while there is no item, and for a mark that has expired: DynamoDB may
// remove it days later.
func Unmarked(now time.Time) expression.ConditionBuilder {
	return expression.Or(expression.AttributeNotExists(expression.Name(attrGone)), expiredAt(now))
}

// MarkedAt holds for the mark of the given moment.
func MarkedAt(moment string) expression.ConditionBuilder {
	return expression.And(expression.AttributeExists(expression.Name(attrGone)),
		expression.Name(dynamo.AttrCS).Equal(expression.Value(moment)))
}

// DeleteLeaving deletes a tracked item and leaves a mark in its place, which says what is
// given and is kept until the given time.
func DeleteLeaving(k Key, said any, until time.Time) Action {
	mark := Encode(k, struct{}{})
	info := Encode(k, said)
	delete(info, dynamo.AttrPK)
	delete(info, dynamo.AttrSK)
	mark[attrGone] = &types.AttributeValueMemberM{Value: info}
	return Action{key: k, isDelete: true, item: WithExpiry(mark, until)}
}

// LeavingNothing makes the delete of a tracked item leave no mark: nobody has seen the
// item, or another item says that it is deleted.
func (a Action) LeavingNothing() Action {
	a.isUntracked = true
	return a
}

// Untracked makes a write of a tracked key not count as a change. An item that is put is
// not in ByChange then.
func (a Action) Untracked() Action {
	a.isUntracked = true
	return a
}

// Touch makes an item that exists count as changed, without a change of it: what is shown
// with it has changed.
func Touch(k Key) Action {
	return Action{key: k, update: &expression.UpdateBuilder{}, condition: &Present, isChange: true}
}

type changeAttributesKey struct{}

// WithChangeAttributes returns a context whose tracked writes set these attributes too.
// Their names must not be those of records.
func WithChangeAttributes(ctx context.Context, attributes Item) context.Context {
	return context.WithValue(ctx, changeAttributesKey{}, attributes)
}

// track adds to tracked writes the moment of the change and the attributes of the context.
func (t *Table) track(ctx context.Context, actions []Action, mark string) ([]Action, error) {
	if t.changePartition == nil {
		return actions, nil
	}
	var stamp Item
	tracked := make([]Action, len(actions))
	for i, a := range actions {
		partition := t.changePartition(a.key)
		switch {
		case partition == "" || a.isUntracked:
		case a.isDelete && a.item == nil:
			return nil, errors.New("table: the delete of a tracked item leaves no mark")
		case a.isDelete && !t.leavesMark(a.key):
			return nil, errors.New("table: a delete leaves a mark that lists do not expect")
		case a.item != nil || a.isChange:
			if stamp == nil {
				stamp = Item{dynamo.AttrCS: StringValue(Moment(t.now()) + "#" + mark[:momentMark])}
				more, _ := ctx.Value(changeAttributesKey{}).(Item)
				maps.Copy(stamp, more)
			}
			a = a.with(partition, stamp)
		}
		tracked[i] = a
	}
	return tracked, nil
}

// with adds the change partition and the attributes of a change to a write.
func (a Action) with(partition string, stamp Item) Action {
	if a.item != nil {
		a.item = maps.Clone(a.item)
		maps.Copy(a.item, stamp)
		a.item[dynamo.AttrCW] = StringValue(partition)
		return a
	}
	update := a.update.Set(expression.Name(dynamo.AttrCW), expression.Value(partition))
	if stamp[dynamo.AttrTrace] == nil { // what is there is the trace of an earlier change
		update = update.Remove(expression.Name(dynamo.AttrTrace))
	}
	for name, value := range stamp {
		update = update.Set(expression.Name(name), expression.Value(value))
	}
	a.update = &update
	return a
}

// MaxWriteTime is how long after its moment a write may still be sent.
const MaxWriteTime = 10 * time.Second

// WriteMargin is how long before its answer a write may have taken its moment, by the clock of
// another machine. Clocks differ by seconds.
const WriteMargin = MaxWriteTime + 5*time.Second

// errTooLate is the error of an attempt that would be sent after MaxWriteTime.
var errTooLate = errors.New("table: the write took too long")

// boundWrite bounds the time of a write, and returns the option for its requests. The
// context alone is not enough: its clock stops while the machine is suspended.
func boundWrite(ctx context.Context) (context.Context, context.CancelFunc, func(*dynamodb.Options)) {
	ctx, cancel := context.WithTimeout(ctx, MaxWriteTime)
	return ctx, cancel, boundAt(time.Now().Add(MaxWriteTime))
}

// boundAt is the option of requests that are not sent after a time, by the wall clock.
func boundAt(end time.Time) func(*dynamodb.Options) {
	end = end.Round(0) // without the monotonic clock
	check := middleware.FinalizeMiddlewareFunc("WriteTime",
		func(ctx context.Context, in middleware.FinalizeInput, next middleware.FinalizeHandler) (
			middleware.FinalizeOutput, middleware.Metadata, error,
		) {
			if time.Now().Round(0).After(end) {
				return middleware.FinalizeOutput{}, middleware.Metadata{}, errTooLate
			}
			return next.HandleFinalize(ctx, in)
		})
	return func(o *dynamodb.Options) {
		o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
			return stack.Finalize.Insert(check, "Retry", middleware.After) // for each attempt
		})
	}
}
