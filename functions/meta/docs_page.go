package meta

import (
	"context"

	"stint/shared/route"
)

// docsPage sends a page below the start page by its name, or the index of the search.
func (f *Family) docsPage(_ context.Context, c *route.Call[route.NoInput]) (referenceAnswer, error) {
	name := c.PathValue("page")
	if name != searchIndex {
		name += ".html"
	}
	return f.referenceFile(name, c.Request)
}
