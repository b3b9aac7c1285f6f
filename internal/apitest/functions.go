package apitest

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
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

// allLinked reports whether every path is that of a linked function.
var allLinked bool

// MainOfAll is Main with all functions of the service.
func MainOfAll(m *testing.M, all ...boot.Function) {
	allLinked = true
	Main(m, all...)
}

// Document is the OpenAPI document that the function meta answers.
func Document(t testing.TB) []byte {
	t.Helper()
	answer := New(t).Send(Request{Method: http.MethodGet, Path: "/api/openapi.json"})
	answer.OK()
	return answer.Body
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
	if !allLinked {
		fallback.Handle = s.failUnlinked(fallback.Handle)
	}
	return gateway.New(gateway.Options{ErrorsBase: d.Config.PublicURL, Origins: d.Config.AllowedOrigins}, fallback, all...)
}

// failUnlinked fails the test if a request is for a function that is not linked.
func (s *Service) failUnlinked(inner lambdahttp.Handler) lambdahttp.Handler {
	return func(ctx context.Context, event events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
		name := functionOf(s.t, event.Path)
		if slices.ContainsFunc(linked, func(f boot.Function) bool { return f.Name == name }) {
			return inner(ctx, event)
		}
		s.t.Errorf("%s %s: the function %s answers this, and these tests do not link it. Add %s.Function to apitest.Main "+
			"in their TestMain.",
			event.HTTPMethod, event.Path, name, name)
		return events.APIGatewayProxyResponse{StatusCode: http.StatusNotImplemented}, nil
	}
}

// functionOf names the function that answers a path, be it linked or not. As in the gateway, a path
// that is not clean is no route's.
func functionOf(t testing.TB, requested string) string {
	all, err := readPaths()
	if err != nil {
		t.Errorf("the sample events: %v", err)
	}
	if request, err := http.NewRequest(http.MethodGet, requested, nil); err == nil &&
		path.Clean(request.URL.Path) == request.URL.Path {
		if _, pattern := all.mux.Handler(request); pattern != "" {
			return all.functions[pattern]
		}
	}
	return boot.Fallback
}

// samplePaths are the paths of all routes.
type samplePaths struct {
	mux       *http.ServeMux
	functions map[string]string // by path
}

// readPaths reads the paths from the sample events. Every route has one, in the folder of its
// family.
var readPaths = sync.OnceValues(func() (samplePaths, error) {
	all := samplePaths{http.NewServeMux(), map[string]string{}}
	for _, file := range sampleFiles() {
		text, err := os.ReadFile(file)
		if err != nil {
			return all, err
		}
		var sample struct{ Resource string } // none in the sample of an answer
		if err := json.Unmarshal(text, &sample); err != nil {
			return all, err
		}
		if p := sample.Resource; p != "" && p != "/" && all.functions[p] == "" {
			all.functions[p] = filepath.Base(filepath.Dir(file))
			all.mux.Handle(p, http.NotFoundHandler())
		}
	}
	return all, nil
})

// sampleFiles are the files of the sample events. Tests run in the folder of their package, so
// the events are above it.
func sampleFiles() (files []string) {
	for folder := ".."; len(files) == 0 && len(folder) < 30; folder = filepath.Join("..", folder) {
		files, _ = filepath.Glob(filepath.Join(folder, "events", "*", "*.json"))
	}
	return files
}
