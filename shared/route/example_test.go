package route_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// greetings is a family: what its operations need is in its fields.
type greetings struct{ word string }

type greetInput struct {
	Name wire.Optional[string] `query:"name" maxLength:"20"`
}

type greetAnswer struct {
	Text string `json:"text"`
}

// greet is an operation: it takes its input, and returns an answer or a problem.
func (g *greetings) greet(_ context.Context, _ *route.Request, in greetInput) (greetAnswer, error) {
	if !in.Name.Set {
		return greetAnswer{}, problem.NotFound()
	}
	return greetAnswer{Text: g.word + ", " + in.Name.Value}, nil
}

// A Spec declares a route. Handler serves all routes of a family.
func ExampleServer_Handler() {
	routes := []route.Spec{{
		ID: "greetings.greet", Method: "GET", Path: "/api/greetings",
		Credential: auth.Public, Permission: auth.Everyone,
		Summary: "Greet someone", Op: route.OpWithInput((*greetings).greet),
	}}
	server := &route.Server{Authenticator: strangers{}, Now: time.Now, MaxBody: 1 << 10}
	handler := server.Handler(&greetings{word: "Hello"}, routes)

	for _, r := range []string{"GET /api/greetings?name=Ada", "GET /api/greetings", "POST /api/greetings"} {
		var method, target string
		_, _ = fmt.Sscan(r, &method, &target)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(method, target, http.NoBody))
		fmt.Println(w.Code, w.Body)
	}
	// Output:
	// 200 {"text":"Hello, Ada"}
	// 404 {"type":"/errors/not_found","title":"Not Found","status":404,"detail":"not_found","correlationId":""}
	// 405 {"type":"/errors/method_not_allowed","title":"Method Not Allowed","status":405,"detail":"method_not_allowed","correlationId":""}
}

// strangers knows no caller. Public routes need none.
type strangers struct{}

func (strangers) Authenticate(context.Context, auth.Request) (auth.Caller, *domain.Replay, error) {
	return auth.Caller{}, nil, nil
}
