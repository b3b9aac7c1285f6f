package apitest_test

import (
	"context"
	"fmt"
	"testing"

	"stint/internal/apitest"
)

type object = map[string]any

// New starts a service with an empty table. Users of it send requests as a
// client would, and their answers check the status.
func ExampleNew() {
	t, finish := newExampleTest() // a test passes its own *testing.T
	defer finish()

	service := apitest.New(t)
	owner := service.Register("ada")
	project := owner.Post("/api/projects", object{"name": "Bridge"}).ID()
	timer := owner.Post("/api/timers/start", object{"projectId": project, "description": "Pier 2"}).OK()
	fmt.Println(timer["description"], timer["started_at"])

	outsider := service.Register("bob") // of another workspace
	outsider.Get("/api/projects/"+project).Problem(404, "not_found")
	owner.Post("/api/timers/start", object{"projectId": 7}).Invalid("projectId type_invalid")
	// Output: Pier 2 2026-06-17T12:00:00Z
}

// exampleTest stands in for the *testing.T that examples do not have.
type exampleTest struct {
	testing.TB
	cleanups []func()
}

func newExampleTest() (t *exampleTest, finish func()) {
	t = &exampleTest{}
	return t, func() {
		for i := len(t.cleanups) - 1; i >= 0; i-- {
			t.cleanups[i]()
		}
	}
}

func (t *exampleTest) Name() string                 { return "ExampleNew" }
func (t *exampleTest) Helper()                      {}
func (t *exampleTest) Context() context.Context     { return context.Background() }
func (t *exampleTest) Cleanup(f func())             { t.cleanups = append(t.cleanups, f) }
func (t *exampleTest) Error(args ...any)            { fmt.Println(args...) }
func (t *exampleTest) Errorf(f string, args ...any) { fmt.Printf(f+"\n", args...) }
func (t *exampleTest) Fatal(args ...any)            { panic(fmt.Sprint(args...)) }
func (t *exampleTest) Fatalf(f string, args ...any) { panic(fmt.Sprintf(f, args...)) }
