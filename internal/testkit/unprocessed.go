package testkit

import (
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// partialRead is the rule of LeaveUnprocessed for the next batch reads.
type partialRead struct{ keep, times int }

// LeaveUnprocessed makes the next batch reads, as many as times, read only the first
// keep keys of each table and return the others as UnprocessedKeys, as DynamoDB may at
// any time. keep must be at least 1.
func (p *Probe) LeaveUnprocessed(keep, times int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.partialReads = append(p.partialReads, &partialRead{keep: keep, times: times})
}

// shortenBatch removes keys from a batch read. restore adds them to the output as
// UnprocessedKeys.
func (p *Probe) shortenBatch(input any) (shortened any, restore func(output any)) {
	in, ok := input.(*dynamodb.BatchGetItemInput)
	if !ok {
		return input, func(any) {}
	}
	keep, ok := p.nextPartialRead()
	if !ok {
		return input, func(any) {}
	}
	kept, left := splitKeys(in.RequestItems, keep)
	if len(kept) == 0 {
		return input, func(any) {}
	}
	copied := *in
	copied.RequestItems = kept
	return &copied, func(output any) {
		out, ok := output.(*dynamodb.BatchGetItemOutput)
		if !ok || out == nil || len(left) == 0 {
			return
		}
		if out.UnprocessedKeys == nil {
			out.UnprocessedKeys = map[string]types.KeysAndAttributes{}
		}
		for table, request := range left {
			request.Keys = append(out.UnprocessedKeys[table].Keys, request.Keys...)
			out.UnprocessedKeys[table] = request
		}
	}
}

func (p *Probe) nextPartialRead() (keep int, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, partial := range p.partialReads {
		if partial.times > 0 {
			partial.times--
			return partial.keep, true
		}
	}
	return 0, false
}

// splitKeys splits the keys without changing the caller's slices. Tables without keys
// are left out, because the engine refuses them.
func splitKeys(items map[string]types.KeysAndAttributes, keep int) (kept, left map[string]types.KeysAndAttributes) {
	kept, left = map[string]types.KeysAndAttributes{}, map[string]types.KeysAndAttributes{}
	for table, request := range items {
		cut := min(max(keep, 0), len(request.Keys))
		head, tail := request, request
		head.Keys, tail.Keys = request.Keys[:cut:cut], request.Keys[cut:]
		if len(head.Keys) > 0 {
			kept[table] = head
		}
		if len(tail.Keys) > 0 {
			left[table] = tail
		}
	}
	return kept, left
}
