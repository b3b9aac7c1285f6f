package table

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go/middleware"
)

// MaxWriteTime is how long after its moment a write may still be sent.
const MaxWriteTime = 10 * time.Second

// WriteMargin is how long before its answer a write may have taken its moment, by the clock of
// another machine. Clocks differ by seconds.
const WriteMargin = MaxWriteTime + 5*time.Second

// errTooLate is the error of an attempt that would be sent after MaxWriteTime.
var errTooLate = errors.New("table: the write took too long")

// boundWrite bounds the time of a write, and returns the option for its requests. The
// context alone is not enough: its clock stops while the machine is suspended.
func boundWrite(ctx context.Context) (context.Context, context.CancelFunc, func(*dynamodb.Options)) {
	ctx, cancel := context.WithTimeout(ctx, MaxWriteTime)
	return ctx, cancel, boundAt(time.Now().Add(MaxWriteTime))
}

// boundAt is the option of requests that are not sent after a time, by the wall clock.
func boundAt(end time.Time) func(*dynamodb.Options) {
	end = end.Round(0) // without the monotonic clock
	check := middleware.FinalizeMiddlewareFunc("WriteTime", func(ctx context.Context, in middleware.FinalizeInput, next middleware.FinalizeHandler) (
		middleware.FinalizeOutput, middleware.Metadata, error,
	) {
		if time.Now().Round(0).After(end) {
			return middleware.FinalizeOutput{}, middleware.Metadata{}, errTooLate
		}
		return next.HandleFinalize(ctx, in)
	})
	return func(o *dynamodb.Options) {
		o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
			return stack.Finalize.Insert(check, "Retry", middleware.After) // for each attempt
		})
	}
}
