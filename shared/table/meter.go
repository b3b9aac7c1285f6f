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
	// CountWrite says that the work writes from now on.
	CountWrite()
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

// readCapacity is what a reading call asks for, so that its answer says what it cost.
func readCapacity(m Meter) (capacity types.ReturnConsumedCapacity) {
	if m != nil {
		capacity = types.ReturnConsumedCapacityTotal
	}
	return capacity
}

func countRead(ctx context.Context, m Meter, consumed ...types.ConsumedCapacity) error {
	if m == nil {
		return nil
	}
	units := 0.0
	for _, c := range consumed {
		if c.CapacityUnits != nil {
			units += *c.CapacityUnits
		}
	}
	return m.CountRead(ctx, units)
}

func countWrite(ctx context.Context) {
	if m := meterFrom(ctx); m != nil {
		m.CountWrite()
	}
}

func (db metered) GetItem(ctx context.Context, in *dynamodb.GetItemInput,
	options ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	m := meterFrom(ctx)
	in.ReturnConsumedCapacity = readCapacity(m)
	out, err := db.DB.GetItem(ctx, in, options...)
	if err == nil && out.ConsumedCapacity != nil {
		err = countRead(ctx, m, *out.ConsumedCapacity)
	}
	return out, err
}

func (db metered) BatchGetItem(ctx context.Context, in *dynamodb.BatchGetItemInput,
	options ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	m := meterFrom(ctx)
	in.ReturnConsumedCapacity = readCapacity(m)
	out, err := db.DB.BatchGetItem(ctx, in, options...)
	if err == nil {
		err = countRead(ctx, m, out.ConsumedCapacity...)
	}
	return out, err
}

func (db metered) Query(ctx context.Context, in *dynamodb.QueryInput,
	options ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	m := meterFrom(ctx)
	in.ReturnConsumedCapacity = readCapacity(m)
	out, err := db.DB.Query(ctx, in, options...)
	if err == nil && out.ConsumedCapacity != nil {
		err = countRead(ctx, m, *out.ConsumedCapacity)
	}
	return out, err
}

func (db metered) PutItem(ctx context.Context, in *dynamodb.PutItemInput,
	options ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error) {
	countWrite(ctx)
	return db.DB.PutItem(ctx, in, options...)
}

func (db metered) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput,
	options ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	countWrite(ctx)
	return db.DB.UpdateItem(ctx, in, options...)
}

func (db metered) DeleteItem(ctx context.Context, in *dynamodb.DeleteItemInput,
	options ...func(*dynamodb.Options)) (*dynamodb.DeleteItemOutput, error) {
	countWrite(ctx)
	return db.DB.DeleteItem(ctx, in, options...)
}

func (db metered) BatchWriteItem(ctx context.Context, in *dynamodb.BatchWriteItemInput,
	options ...func(*dynamodb.Options)) (*dynamodb.BatchWriteItemOutput, error) {
	countWrite(ctx)
	return db.DB.BatchWriteItem(ctx, in, options...)
}

func (db metered) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput,
	options ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	countWrite(ctx)
	return db.DB.TransactWriteItems(ctx, in, options...)
}
