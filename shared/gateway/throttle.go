package gateway

import (
	"time"

	"golang.org/x/time/rate"

	"stint/shared/route"
)

// retryAfter is the fixed Retry-After of the gateway's own 429.
const retryAfter = time.Second

// buckets are the token buckets of the gateway, one per method and path. A route
// without its own rate has that of the stage. A nil *buckets allows everything.
type buckets struct {
	stage   route.Throttle
	byRoute map[string]*rate.Limiter
}

func newBuckets(stage route.Throttle) *buckets {
	if stage.PerSecond == 0 {
		return nil
	}
	return &buckets{stage: stage, byRoute: map[string]*rate.Limiter{}}
}

func (b *buckets) add(specs []route.Spec) {
	if b == nil {
		return
	}
	for _, spec := range specs {
		t := spec.Throttle
		if t.PerSecond == 0 {
			t = b.stage
		}
		b.byRoute[spec.Method+" "+spec.Path] = rate.NewLimiter(rate.Limit(t.PerSecond), t.Burst)
	}
}

func (b *buckets) allow(method, path string) bool {
	if b == nil {
		return true
	}
	limiter, ok := b.byRoute[method+" "+path]
	return !ok || limiter.Allow()
}
