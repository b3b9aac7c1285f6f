package meta

import (
	"net/http"
	"strings"

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

var _ route.Fallback = (*Family)(nil)

// MissingPage is the page for an address below that of the pages, which has none. Programs do not come there.
func (f *Family) MissingPage(h *http.Request) route.Responder {
	if !strings.HasPrefix(h.URL.Path, "/p/") {
		return nil
	}
	return page.Missing(h, problem.NotFound())
}
