package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/aws/smithy-go"

	"stint/shared/problem"
	"stint/shared/wait"
)

// fault turns a failure of the database into an error of the service: what
// may pass by itself is "service_unavailable", a request that the engine finds
// wrong is a fault of ours.
func fault(op string, err error) error {
	wrapped := fmt.Errorf("store: %s: %w", op, err)
	var api smithy.APIError
	if errors.As(err, &api) && ours[api.ErrorCode()] {
		return wrapped
	}
	return problem.Unavailable(wrapped)
}

// ours are the engine's answers that trying again would not change.
var ours = map[string]bool{
	"ValidationException":                  true,
	"AccessDeniedException":                true,
	"ResourceNotFoundException":            true,
	"SerializationException":               true,
	"UnrecognizedClientException":          true,
	"IdempotentParameterMismatchException": true,
}

// Waiting between tries: doubling from firstPause up to longestPause, with
// full jitter (after "Exponential Backoff And Jitter", AWS Architecture Blog).
const (
	firstPause   = 25 * time.Millisecond
	longestPause = 400 * time.Millisecond
)

// pause waits before the given try (from 1), or until the context ends.
func pause(ctx context.Context, try int) error {
	ceiling := min(firstPause<<(try-1), longestPause)
	if err := wait.For(ctx, rand.N(ceiling)+time.Millisecond); err != nil {
		return problem.Unavailable(err)
	}
	return nil
}

// throttled reports whether the engine refused for too many requests.
func throttled(err error) bool {
	var api smithy.APIError
	return errors.As(err, &api) && (api.ErrorCode() == "ProvisionedThroughputExceededException" ||
		api.ErrorCode() == "ThrottlingException" || api.ErrorCode() == "RequestLimitExceeded")
}
