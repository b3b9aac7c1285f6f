package awsclient

import (
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
)

// Retries configures the SDK's standard retry mode. The SDK's own first pause
// averages a second, which is too long for a request that waits.
type Retries struct {
	// Attempts bounds the attempts per call, including the first; 3 by default, as in
	// the SDK.
	Attempts int
	// Base bounds the first pause and is doubled for each further one; 50 ms by
	// default.
	Base time.Duration
	// Cap bounds every pause; 1 s by default.
	Cap time.Duration
	// Codes of errors that pass, besides those of the SDK.
	Codes []string
	// NoQuota removes the SDK's quota, which ends retries when most calls of a
	// client fail. It is for tests that make calls fail.
	NoQuota bool
}

func (r Retries) withDefaults() Retries {
	if r.Attempts <= 0 {
		r.Attempts = 3
	}
	if r.Base <= 0 {
		r.Base = 50 * time.Millisecond
	}
	if r.Cap <= 0 {
		r.Cap = time.Second
	}
	return r
}

// newRetryer is the standard mode with the pauses of r.
func newRetryer(r Retries) aws.Retryer {
	return retry.NewStandard(func(o *retry.StandardOptions) {
		o.MaxAttempts = r.Attempts
		o.Backoff = retry.BackoffDelayerFunc(r.backoff)
		o.Retryables = append(o.Retryables, retry.RetryableErrorCode{Codes: setOf(r.Codes)})
		if r.NoQuota {
			o.RateLimiter = ratelimit.None
		}
	})
}

// backoff is a random pause below a bound that doubles ("full jitter"), so that
// clients that failed at the same time do not retry at the same time. Source:
// Exponential Backoff And Jitter, AWS Architecture Blog.
func (r Retries) backoff(attempt int, _ error) (time.Duration, error) {
	bound := r.Base
	for i := 1; i < attempt && bound < r.Cap; i++ {
		bound *= 2
	}
	return rand.N(min(bound, r.Cap) + 1), nil
}

func setOf(codes []string) map[string]struct{} {
	set := make(map[string]struct{}, len(codes))
	for _, code := range codes {
		set[code] = struct{}{}
	}
	return set
}
