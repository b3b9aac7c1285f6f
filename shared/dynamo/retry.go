package dynamo

import (
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
)

// Retries shapes the SDK's standard retry mode. The SDK's own pauses average a
// second at the first repetition, far too long for a request that waits.
type Retries struct {
	// Attempts is the most attempts per call, the first included; 4 by default.
	Attempts int
	// Base is the longest pause before the first repetition, doubled for each
	// further one; 40 ms by default.
	Base time.Duration
	// Cap is the longest pause of all; 1 s by default.
	Cap time.Duration
	// NoQuota lifts the SDK's quota, which ends repetitions when most calls of
	// a client fail. It is for tests that make them fail on purpose.
	NoQuota bool
}

func (r Retries) withDefaults() Retries {
	if r.Attempts <= 0 {
		r.Attempts = 4
	}
	if r.Base <= 0 {
		r.Base = 40 * time.Millisecond
	}
	if r.Cap <= 0 {
		r.Cap = time.Second
	}
	return r
}

// newRetryer is the standard mode with our pauses. One code is added: a single
// write refused because a transaction held the item was not applied, and the
// SDK would not repeat it.
func newRetryer(r Retries) aws.Retryer {
	return retry.NewStandard(func(o *retry.StandardOptions) {
		o.MaxAttempts = r.Attempts
		o.Backoff = retry.BackoffDelayerFunc(r.backoff)
		o.Retryables = append(o.Retryables, retry.RetryableErrorCode{
			Codes: map[string]struct{}{"TransactionConflictException": {}},
		})
		if r.NoQuota {
			o.RateLimiter = ratelimit.None
		}
	})
}

// backoff is "full jitter": uniformly random up to a bound that doubles, so that
// clients that failed together do not come back together. (Exponential Backoff
// And Jitter, AWS Architecture Blog.)
func (r Retries) backoff(attempt int, _ error) (time.Duration, error) {
	bound := r.Base
	for i := 1; i < attempt && bound < r.Cap; i++ {
		bound *= 2
	}
	return rand.N(min(bound, r.Cap) + 1), nil
}
