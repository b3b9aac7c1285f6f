package meta

import (
	"context"

	"stint/shared/problem"
	"stint/shared/route"
)

// docsPage sends a page below the start page by its name, or the index of the search. The start page has
// one address only, because its links are relative. Errors: not_found.
func (f *Family) docsPage(_ context.Context, c *route.Call[route.NoInput]) (referenceAnswer, error) {
	name := c.PathValue("page")
	if name != searchIndex {
		name += ".html"
	}
	if name == startPage {
		return referenceAnswer{}, problem.NotFound()
	}
	return f.referenceFile(name, c.Request)
}
