package problem_test

import (
	"errors"
	"fmt"

	"stint/shared/problem"
)

// An operation returns the problem that its caller may see. The cause is only
// for the log.
func ExampleWrap() {
	err := problem.Wrap(problem.CodeExternalOAuthError, errors.New("access_denied"))
	fmt.Println(err)
	fmt.Println(problem.Is(err, problem.CodeExternalOAuthError))
	// Output:
	// external_oauth_error: access_denied
	// true
}

// Problems of single properties are listed with the path of the property.
func ExampleInvalidField() {
	err := problem.InvalidField("items[2].projectId", problem.ProjectNotFound)
	fmt.Println(err.Code, err.Fields[0].Field, err.Fields[0].Code)
	// Output: validation items[2].projectId project_not_found
}

// Any other error becomes an internal error, which reveals nothing to the caller.
func ExampleFrom() {
	p := problem.From(errors.New("table gone"))
	fmt.Println(p.Code)
	fmt.Println(p)
	// Output:
	// internal_error
	// internal_error: table gone
}
