package testkit

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"
)

// callKey is the key of the call in the context of its attempts.
type callKey struct{}

// call is a log entry with the values that Fault.Where may read.
type call struct {
	entry   *Call
	ordinal int // number of the call since the probe was made
	input   any
}

// callRecorder logs each call of the code once, before the SDK's retries.
type callRecorder struct{ probe *Probe }

// ID implements middleware.InitializeMiddleware.
func (callRecorder) ID() string { return "testkit.Probe" }

// HandleInitialize implements middleware.InitializeMiddleware.
func (w callRecorder) HandleInitialize(ctx context.Context, in middleware.InitializeInput,
	next middleware.InitializeHandler) (
	out middleware.InitializeOutput, metadata middleware.Metadata, err error,
) {
	c := w.probe.beginCall(middleware.GetOperationName(ctx), in.Parameters)
	if !isRead(c.entry.Op) {
		defer writes.begin(tableOf(in.Parameters))()
	}
	parameters, restore := w.probe.shortenBatch(requestCapacity(in.Parameters))
	in.Parameters = parameters
	out, metadata, err = next.HandleInitialize(context.WithValue(ctx, callKey{}, c), in)
	restore(out.Result)
	if watch := w.probe.endCall(c, out.Result, err); watch != nil {
		watch(c.input, out.Result, err)
	}
	return out, metadata, err
}

func (p *Probe) beginCall(op string, input any) *call {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ordinal++
	c := &call{
		entry:   &Call{Op: op, Index: indexOf(input), Keys: countKeys(input), Start: time.Now()},
		ordinal: p.ordinal,
		input:   input,
	}
	p.calls = append(p.calls, c.entry)
	return c
}

// endCall logs the end of a call, and returns who watches it.
func (p *Probe) endCall(c *call, output any, err error) (watch func(input, output any, err error)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c.entry.End, c.entry.Err = time.Now(), err
	if err != nil {
		return p.watch
	}
	c.entry.Items = countItems(output)
	if units := capacityOf(output); isRead(c.entry.Op) {
		c.entry.Read = units
	} else {
		c.entry.Write = units
	}
	return p.watch
}

// isRead reports whether an operation only reads.
func isRead(op string) bool {
	switch op {
	case "GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems":
		return true
	}
	return false
}

func indexOf(input any) string {
	if q, ok := input.(*dynamodb.QueryInput); ok && q.IndexName != nil {
		return *q.IndexName
	}
	return ""
}

// tableOf is the table of a write or a batch read. All entries of a batch or transaction have
// the same one. It is "" for other operations.
func tableOf(input any) string {
	switch in := input.(type) {
	case *dynamodb.PutItemInput:
		return aws.ToString(in.TableName)
	case *dynamodb.UpdateItemInput:
		return aws.ToString(in.TableName)
	case *dynamodb.DeleteItemInput:
		return aws.ToString(in.TableName)
	case *dynamodb.TransactWriteItemsInput:
		return tableOfActions(in.TransactItems)
	case *dynamodb.BatchWriteItemInput:
		for table := range in.RequestItems {
			return table
		}
	case *dynamodb.BatchGetItemInput:
		for table := range in.RequestItems {
			return table
		}
	}
	return ""
}

func tableOfActions(items []types.TransactWriteItem) string {
	for _, item := range items {
		switch {
		case item.Put != nil:
			return aws.ToString(item.Put.TableName)
		case item.Update != nil:
			return aws.ToString(item.Update.TableName)
		case item.Delete != nil:
			return aws.ToString(item.Delete.TableName)
		}
	}
	return ""
}

func countKeys(input any) int {
	n := 0
	switch in := input.(type) {
	case *dynamodb.BatchGetItemInput:
		for _, table := range in.RequestItems {
			n += len(table.Keys)
		}
	case *dynamodb.BatchWriteItemInput:
		for _, writes := range in.RequestItems {
			n += len(writes)
		}
	case *dynamodb.TransactGetItemsInput:
		n = len(in.TransactItems)
	case *dynamodb.TransactWriteItemsInput:
		n = len(in.TransactItems)
	default:
		n = 1
	}
	return n
}

func countItems(output any) int {
	n := 0
	switch out := output.(type) {
	case *dynamodb.GetItemOutput:
		if out.Item != nil {
			n = 1
		}
	case *dynamodb.BatchGetItemOutput:
		for _, items := range out.Responses {
			n += len(items)
		}
	case *dynamodb.TransactGetItemsOutput:
		for _, r := range out.Responses {
			if r.Item != nil {
				n++
			}
		}
	case *dynamodb.QueryOutput:
		n = len(out.Items)
	case *dynamodb.ScanOutput:
		n = len(out.Items)
	}
	return n
}
