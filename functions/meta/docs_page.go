package meta

import (
	"context"

	"stint/shared/problem"
	"stint/shared/route"
)

// docsPage sends a page below the start page by its name, or the index of the search. The start page has
// one address only, because its links are relative. Errors: not_found.
func (f *Family) docsPage(_ context.Context, c *route.Call[route.NoInput]) (referencePage, error) {
	name := c.PathValue("page")
	if name != searchIndex {
		name += ".html"
	}
	if name == startPage {
		return orMissingPage(referenceAnswer{}, problem.NotFound(), c.AcceptsHTML())
	}
	found, err := f.referenceFile(name, c.Request)
	return orMissingPage(found, err, c.AcceptsHTML())
}
