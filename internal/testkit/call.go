package testkit

import (
	"context"
	"time"

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
func (w callRecorder) HandleInitialize(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
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
	w.probe.endCall(c, out.Result, err)
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

func (p *Probe) endCall(c *call, output any, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c.entry.End, c.entry.Err = time.Now(), err
	if err != nil {
		return
	}
	c.entry.Items = countItems(output)
	if units := capacityOf(output); isRead(c.entry.Op) {
		c.entry.Read = units
	} else {
		c.entry.Write = units
	}
}
