package homedata

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"

	"stint/internal/dynamojson"
	"stint/shared/dynamo"
)

// itemKey is the key of an item.
type itemKey struct{ pk, sk string }

// Recorder knows which items the writes of a client concern while a copy is made. One recorder sees
// all writes to the table.
type Recorder struct {
	gate sync.RWMutex // a write holds it for reading

	mu      sync.Mutex
	changed map[itemKey]struct{} // nil while no copy is made
}

// Attach is an option of the client whose writes are recorded.
func (r *Recorder) Attach(o *dynamodb.Options) {
	o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
		return stack.Initialize.Add(watch{r}, middleware.Before)
	})
}

// begin starts recording. No write is under way at that moment.
func (r *Recorder) begin() {
	r.gate.Lock()
	defer r.gate.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.changed = map[itemKey]struct{}{}
}

// pause ends recording, and lets no write begin until resume is called. It returns the keys that
// were written.
func (r *Recorder) pause() (changed []itemKey, resume func()) {
	r.gate.Lock()
	r.mu.Lock()
	defer r.mu.Unlock()
	changed = slices.Collect(maps.Keys(r.changed))
	r.changed = nil
	return changed, r.gate.Unlock
}

// record notes keys, and reports whether a copy is made.
func (r *Recorder) record(keys []itemKey) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.changed == nil {
		return false
	}
	for _, key := range keys {
		r.changed[key] = struct{}{}
	}
	return true
}

// watch is the part of a client that records its writes.
type watch struct{ *Recorder }

// ID implements middleware.InitializeMiddleware.
func (watch) ID() string { return "RecordWrites" }

// HandleInitialize implements middleware.InitializeMiddleware. While a copy is made, a caller who
// gives up does not end a write, because nobody would know whether it happened.
func (w watch) HandleInitialize(ctx context.Context, in middleware.InitializeInput,
	next middleware.InitializeHandler) (middleware.InitializeOutput, middleware.Metadata, error) {
	keys := keysOf(in.Parameters)
	if len(keys) == 0 {
		return next.HandleInitialize(ctx, in)
	}
	w.gate.RLock()
	defer w.gate.RUnlock()
	if w.record(keys) {
		ctx = context.WithoutCancel(ctx)
	}
	return next.HandleInitialize(ctx, in)
}

// keysOf are the keys of the items that a call writes.
func keysOf(call any) (keys []itemKey) {
	switch c := call.(type) {
	case *dynamodb.PutItemInput:
		return []itemKey{keyOf(c.Item)}
	case *dynamodb.UpdateItemInput:
		return []itemKey{keyOf(c.Key)}
	case *dynamodb.DeleteItemInput:
		return []itemKey{keyOf(c.Key)}
	case *dynamodb.TransactWriteItemsInput:
		for _, write := range c.TransactItems {
			keys = append(keys, keysOfAction(write)...)
		}
	case *dynamodb.BatchWriteItemInput:
		for _, requests := range c.RequestItems {
			for _, request := range requests {
				keys = append(keys, keysOfRequest(request)...)
			}
		}
	}
	return keys
}

func keysOfAction(write types.TransactWriteItem) []itemKey {
	switch {
	case write.Put != nil:
		return []itemKey{keyOf(write.Put.Item)}
	case write.Update != nil:
		return []itemKey{keyOf(write.Update.Key)}
	case write.Delete != nil:
		return []itemKey{keyOf(write.Delete.Key)}
	}
	return nil // a condition writes nothing
}

func keysOfRequest(request types.WriteRequest) []itemKey {
	if request.PutRequest != nil {
		return []itemKey{keyOf(request.PutRequest.Item)}
	}
	return []itemKey{keyOf(request.DeleteRequest.Key)}
}

func keyOf(item dynamojson.Item) itemKey {
	text := func(name string) string {
		s, _ := item[name].(*types.AttributeValueMemberS)
		if s == nil {
			return ""
		}
		return s.Value
	}
	return itemKey{text(dynamo.AttrPK), text(dynamo.AttrSK)}
}

// item is the key as the attributes of an item.
func (k itemKey) item() dynamojson.Item {
	return dynamojson.Item{dynamo.AttrPK: &types.AttributeValueMemberS{Value: k.pk},
		dynamo.AttrSK: &types.AttributeValueMemberS{Value: k.sk}}
}
