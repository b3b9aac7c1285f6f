package meta

import (
	"context"

	"stint/shared/route"
)

// rootAnswer says where to read on.
type rootAnswer struct {
	Name    string `json:"name"`    // always Stint
	Docs    string `json:"docs"`    // address of the API reference for people
	OpenAPI string `json:"openapi"` // address of the API reference for programs
	Health  string `json:"health"`  // address of the health check
}

// root leads browsers to the reference, and programs to what they can read.
func (f *Family) root(_ context.Context, c *route.Call[route.NoInput]) (route.OrRedirect[rootAnswer], error) {
	answer := route.OrRedirect[rootAnswer]{Answer: rootAnswer{
		Name: "Stint", Docs: f.publicURL + docsPath, OpenAPI: f.publicURL + openapiPath, Health: f.publicURL + healthPath,
	}}
	if c.AcceptsHTML() {
		answer.To = answer.Answer.Docs
	}
	return answer, nil
}
