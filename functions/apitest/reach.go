package apitest

import (
	"context"
	"fmt"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/middleware"

	"stint/functions"
	"stint/shared/lambdahttp"
	"stint/shared/testkit"
)

// functionKey finds in a call's context the function that makes it.
type functionKey struct{}

// within says which function makes the calls of a context.
func within(ctx context.Context, function string) context.Context {
	return context.WithValue(ctx, functionKey{}, function)
}

func around(function string, inner lambdahttp.Handler) lambdahttp.Handler {
	return func(ctx context.Context, event events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
		return inner(within(ctx, function), event)
	}
}

// officer refuses what the policy of a function would refuse in the cloud, so
// that a route cannot work here and fail there.
type officer struct {
	house    *House
	function string // "" is the one that the context names, if it does
}

// join is an option for a database client: from then on the officer sees its
// calls.
func (o officer) join(options *dynamodb.Options) {
	options.APIOptions = append(options.APIOptions, func(stack *middleware.Stack) error {
		return stack.Initialize.Add(o, middleware.Before)
	})
}

// workerClient is a database client that may do what the worker may.
func (h *House) workerClient() *dynamodb.Client {
	return testkit.Connect(h.t, h.Probe.Attach, officer{h, functions.Worker}.join)
}

// ID implements middleware.InitializeMiddleware.
func (officer) ID() string { return "apitest.officer" }

// HandleInitialize implements middleware.InitializeMiddleware.
func (o officer) HandleInitialize(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (
	out middleware.InitializeOutput, metadata middleware.Metadata, err error,
) {
	function := o.function
	if function == "" {
		function, _ = ctx.Value(functionKey{}).(string)
	}
	if function != "" {
		if err := refusal(function, in.Parameters); err != nil {
			o.house.t.Error(err)
			return out, metadata, err
		}
	}
	return next.HandleInitialize(ctx, in)
}

func refusal(function string, input any) error {
	reach := functions.ReachOf(function)
	for _, touch := range testkit.Touches(input) {
		if !reach.Allows(touch.Action, touch.Index, touch.Partition) {
			return &smithy.GenericAPIError{
				Code:    "AccessDeniedException",
				Message: fmt.Sprintf("%s may not %s %s in %q: see functions/reach.go", function, touch.Action, touch.Partition, touch.Index),
			}
		}
	}
	return nil
}
