package apitest

import (
	"context"
	"net/http"
	"slices"
	"testing"

	"github.com/aws/aws-lambda-go/events"

	"stint/shared/boot"
	"stint/shared/gateway"
	"stint/shared/lambdahttp"
)

// linked are the functions that the tests of this package call.
var linked []boot.Function

// Main runs the tests of a package. Their services have the given functions, the worker and the
// deliverer. So a test program links only what it calls, and a change of another family does not
// concern it. A request that is for another function fails its test.
func Main(m *testing.M, functions ...boot.Function) {
	linked = functions
	m.Run()
}

// newGateway puts the linked functions behind a gateway.
func (s *Service) newGateway(d *boot.Deps) *gateway.Gateway {
	var all []gateway.Function
	var fallback gateway.Function
	for _, f := range linked {
		function := gateway.Function{Name: f.Name, Routes: f.Routes, Handle: nameFunction(f.Name, f.Handler(d))}
		if f.Name == boot.Fallback {
			fallback = function
		}
		all = append(all, function)
	}
	fallback.Handle = s.failUnlinked(fallback.Handle)
	return gateway.New(gateway.Options{ErrorsBase: d.Config.PublicURL, Origins: d.Config.AllowedOrigins}, fallback, all...)
}

// failUnlinked fails the test if a request is for a function that is not linked.
func (s *Service) failUnlinked(inner lambdahttp.Handler) lambdahttp.Handler {
	return func(ctx context.Context, event events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
		name := functionOf(s.t, event.Path)
		if slices.ContainsFunc(linked, func(f boot.Function) bool { return f.Name == name }) {
			return inner(ctx, event)
		}
		s.t.Errorf("%s %s: the function %s answers this, and these tests do not link it. Add %s.Function to apitest.Main in their TestMain.",
			event.HTTPMethod, event.Path, name, name)
		return events.APIGatewayProxyResponse{StatusCode: http.StatusNotImplemented}, nil
	}
}
