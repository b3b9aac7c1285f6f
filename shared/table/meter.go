package table

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Meter is told what the calls of a context cost. Several goroutines may use it.
type Meter interface {
	// CountRead counts the read units of a call. Its error ends the work, instead of the call's answer.
	CountRead(ctx context.Context, units float64) error
	// BeginWrite says that the work writes from now on.
	BeginWrite()
	// CountWrite counts the write units of a call that succeeded.
	CountWrite(ctx context.Context, units float64)
}

type meterKey struct{}

// WithMeter lets a meter count what the calls of the context cost. A nil meter counts nothing.
func WithMeter(ctx context.Context, m Meter) context.Context {
	return context.WithValue(ctx, meterKey{}, m)
}

func meterFrom(ctx context.Context) Meter {
	m, _ := ctx.Value(meterKey{}).(Meter)
	return m
}

// metered is a database that tells the meter of a context about each call.
type metered struct{ DB }

// capacityFor is what a call asks for, so that its answer says what it cost.
func capacityFor(m Meter) (capacity types.ReturnConsumedCapacity) {
	if m != nil {
		capacity = types.ReturnConsumedCapacityTotal
	}
	return capacity
}

func countRead(ctx context.Context, m Meter, consumed ...types.ConsumedCapacity) error {
	if m == nil {
		return nil
	}
	return m.CountRead(ctx, unitsOf(consumed))
}

// CountAhead counts read units that work in the background will need because of this request. Its error ends the
// request.
func CountAhead(ctx context.Context, units float64) error {
	if m := meterFrom(ctx); m != nil {
		return m.CountRead(ctx, units)
	}
	return nil
}

func unitsOf(consumed []types.ConsumedCapacity) (units float64) {
	for _, c := range consumed {
		if c.CapacityUnits != nil {
			units += *c.CapacityUnits
		}
	}
	return units
}

// beginWrite tells the meter of a context that a call writes, and returns what the call asks for.
func beginWrite(ctx context.Context) types.ReturnConsumedCapacity {
	m := meterFrom(ctx)
	if m != nil {
		m.BeginWrite()
	}
	return capacityFor(m)
}

// countWrite tells the meter of a context what a write cost. One that failed says nothing of it.
func countWrite(ctx context.Context, consumed ...types.ConsumedCapacity) {
	if m := meterFrom(ctx); m != nil {
		m.CountWrite(ctx, unitsOf(consumed))
	}
}

// countOne is countWrite of a call that names one table.
func countOne(ctx context.Context, consumed *types.ConsumedCapacity) {
	if consumed != nil {
		countWrite(ctx, *consumed)
	}
}

func (db metered) GetItem(ctx context.Context, in *dynamodb.GetItemInput,
	options ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	m := meterFrom(ctx)
	in.ReturnConsumedCapacity = capacityFor(m)
	out, err := db.DB.GetItem(ctx, in, options...)
	if err == nil && out.ConsumedCapacity != nil {
		err = countRead(ctx, m, *out.ConsumedCapacity)
	}
	return out, err
}

func (db metered) BatchGetItem(ctx context.Context, in *dynamodb.BatchGetItemInput,
	options ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	m := meterFrom(ctx)
	in.ReturnConsumedCapacity = capacityFor(m)
	out, err := db.DB.BatchGetItem(ctx, in, options...)
	if err == nil {
		err = countRead(ctx, m, out.ConsumedCapacity...)
	}
	return out, err
}

func (db metered) Query(ctx context.Context, in *dynamodb.QueryInput,
	options ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	m := meterFrom(ctx)
	in.ReturnConsumedCapacity = capacityFor(m)
	out, err := db.DB.Query(ctx, in, options...)
	if err == nil && out.ConsumedCapacity != nil {
		err = countRead(ctx, m, *out.ConsumedCapacity)
	}
	return out, err
}

func (db metered) PutItem(ctx context.Context, in *dynamodb.PutItemInput,
	options ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error) {
	in.ReturnConsumedCapacity = beginWrite(ctx)
	out, err := db.DB.PutItem(ctx, in, options...)
	if err == nil {
		countOne(ctx, out.ConsumedCapacity)
	}
	return out, err
}

func (db metered) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput,
	options ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	in.ReturnConsumedCapacity = beginWrite(ctx)
	out, err := db.DB.UpdateItem(ctx, in, options...)
	if err == nil {
		countOne(ctx, out.ConsumedCapacity)
	}
	return out, err
}

func (db metered) DeleteItem(ctx context.Context, in *dynamodb.DeleteItemInput,
	options ...func(*dynamodb.Options)) (*dynamodb.DeleteItemOutput, error) {
	in.ReturnConsumedCapacity = beginWrite(ctx)
	out, err := db.DB.DeleteItem(ctx, in, options...)
	if err == nil {
		countOne(ctx, out.ConsumedCapacity)
	}
	return out, err
}

func (db metered) BatchWriteItem(ctx context.Context, in *dynamodb.BatchWriteItemInput,
	options ...func(*dynamodb.Options)) (*dynamodb.BatchWriteItemOutput, error) {
	in.ReturnConsumedCapacity = beginWrite(ctx)
	out, err := db.DB.BatchWriteItem(ctx, in, options...)
	if err == nil {
		countWrite(ctx, out.ConsumedCapacity...)
	}
	return out, err
}

func (db metered) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput,
	options ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	in.ReturnConsumedCapacity = beginWrite(ctx)
	out, err := db.DB.TransactWriteItems(ctx, in, options...)
	if err == nil {
		countWrite(ctx, out.ConsumedCapacity...)
	}
	return out, err
}
