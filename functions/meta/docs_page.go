package meta

import (
	"context"

	"stint/shared/route"
)

// docsPage sends a page below the start page by its name, or the index of the search.
func (f *Family) docsPage(_ context.Context, c *route.Call[route.NoInput]) (referencePage, error) {
	name := c.PathValue("page")
	if name != searchIndex {
		name += ".html"
	}
	found, err := f.referenceFile(name, c.Request)
	return orMissingPage(found, err, c.AcceptsHTML())
}
