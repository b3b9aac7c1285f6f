package apitest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/middleware"

	"stint/functions/access"
	"stint/internal/testkit"
	"stint/shared/dynamo"
	"stint/shared/lambdahttp"
	"stint/shared/secret"
	"stint/shared/table"
)

// functionKey is the key of the function's name in the context of a database call.
type functionKey struct{}

// withFunction names the function that makes the database calls of a context.
func withFunction(ctx context.Context, function string) context.Context {
	return context.WithValue(ctx, functionKey{}, function)
}

func nameFunction(function string, inner lambdahttp.Handler) lambdahttp.Handler {
	return func(ctx context.Context, event events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
		return inner(withFunction(ctx, function), event)
	}
}

// accessEnforcer refuses database calls that the IAM policy of a function would refuse
// in the cloud. Without it, a route could pass its tests and fail in the cloud.
type accessEnforcer struct {
	service  *Service
	function string // "" is the function in the context; calls without one are allowed
}

// attach is an option of a database client. It makes the enforcer check every call.
func (e accessEnforcer) attach(options *dynamodb.Options) {
	options.APIOptions = append(options.APIOptions, func(stack *middleware.Stack) error {
		return stack.Initialize.Add(e, middleware.Before)
	})
}

// newWorkerClient makes a database client with the worker's access.
func (s *Service) newWorkerClient() *dynamodb.Client {
	return testkit.Connect(s.t, testkit.SkipEmptyQueries, s.Probe.Attach, accessEnforcer{s, access.Worker}.attach)
}

// newDelivererClient makes a database client with the deliverer's access.
func (s *Service) newDelivererClient() *dynamodb.Client {
	return testkit.Connect(s.t, s.Probe.Attach, accessEnforcer{s, access.Deliverer}.attach)
}

// ID implements middleware.InitializeMiddleware.
func (accessEnforcer) ID() string { return "apitest.officer" }

// HandleInitialize implements middleware.InitializeMiddleware.
func (e accessEnforcer) HandleInitialize(ctx context.Context, in middleware.InitializeInput,
	next middleware.InitializeHandler) (
	out middleware.InitializeOutput, metadata middleware.Metadata, err error,
) {
	function := e.function
	if function == "" {
		function, _ = ctx.Value(functionKey{}).(string)
	}
	if function != "" {
		if err := checkAccess(function, in.Parameters); err != nil {
			e.service.t.Error(err)
			return out, metadata, err
		}
	}
	return next.HandleInitialize(ctx, in)
}

// isNew is the condition of a put that replaces no item. DynamoDB's permissions cannot demand it.
const isNew = "attribute_not_exists (" + dynamo.AttrPK + ")"

func checkAccess(function string, input any) error {
	table := access.TableOf(function)
	for _, a := range testkit.AccessesOf(input) {
		if !table.Allows(a.Action, a.Index, a.Partition) {
			return &smithy.GenericAPIError{
				Code: "AccessDeniedException",
				Message: fmt.Sprintf("%s may not %s %s in %q: see functions/access/table.go", function, a.Action, a.Partition,
					a.Index),
			}
		}
		if a.Action == "PutItem" && table.OnlyCreates(a.Partition) && !strings.Contains(a.Condition, isNew) {
			return fmt.Errorf("%s may put into %s only what is new, and its put may replace an item: see table.Create",
				function, a.Partition)
		}
	}
	return nil
}

// TableItems are all items of the table, without the marks of deleted records.
func TableItems(s *Service) []map[string]types.AttributeValue {
	s.t.Helper()
	return slices.DeleteFunc(testkit.Dump(s.t, s.Table), table.IsMark)
}

// secretEnforcer gives the data keys of the purposes that a function has, as the
// permissions for KMS do in the cloud.
type secretEnforcer struct {
	secret.Source
	service  *Service
	function string // "" is the function in the context; calls without one are allowed
}

// Key implements secret.Source.
func (e secretEnforcer) Key(ctx context.Context, p secret.Purpose) ([]byte, error) {
	function := e.function
	if function == "" {
		function, _ = ctx.Value(functionKey{}).(string)
	}
	if function != "" && !slices.Contains(access.PurposesOf(function), p) {
		err := fmt.Errorf("%s has no purpose %s: see functions/access/purposes.go", function, p)
		e.service.t.Error(err)
		return nil, err
	}
	if err := e.service.keys.use(); err != nil {
		return nil, err
	}
	return e.Source.Key(ctx, p)
}
