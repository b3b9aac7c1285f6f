package route

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"sync/atomic"
)

type coveredKey struct{}

// WithCoveredOperation is the context of a request that runs operations of other routes. The request has counted as
// one, and that covers its first operation. So it counts as much as its operations do, and at least as one.
func WithCoveredOperation(ctx context.Context) context.Context {
	return context.WithValue(ctx, coveredKey{}, new(atomic.Bool))
}

// isCovered reports whether the request that runs an operation has counted for it.
func isCovered(ctx context.Context) bool {
	used, ok := ctx.Value(coveredKey{}).(*atomic.Bool)
	return ok && used.CompareAndSwap(false, true)
}

// Forward is the request with its whole body, for a handler of another protocol.
func (r *Request) Forward(ctx context.Context) *http.Request {
	forwarded := r.http.Clone(ctx)
	forwarded.Body = io.NopCloser(bytes.NewReader(r.body))
	forwarded.ContentLength = int64(len(r.body))
	return forwarded
}
