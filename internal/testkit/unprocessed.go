package testkit

import (
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// partialRead is a batch read that is not to be answered in full.
type partialRead struct{ keep, times int }

// LeaveUnprocessed makes the next times batch reads answer for the first keep
// keys (one or more) of each table only and hand the others back as UnprocessedKeys, as
// DynamoDB may at any time.
func (p *Probe) LeaveUnprocessed(keep, times int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.partialReads = append(p.partialReads, &partialRead{keep: keep, times: times})
}

// shortenBatch cuts a batch read; restore adds what was cut to its answer.
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

// splitKeys leaves the caller's own slices as they are. The engine does not take a
// table without keys, so a table of which nothing is kept is left out.
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
