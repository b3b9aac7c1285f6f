package page

import (
	"net/http"

	"stint/shared/problem"
)

// Missing is the page for the address of a request where there is no page. It has the status of the problem.
func Missing(h *http.Request, about *problem.Error) Page {
	p := ReaderOf(catalogue, "", h.Header.Get("Accept-Language"))
	return Card{Heading: p.Text("page.missing_heading"), Lines: p.Lines("page.missing")}.Page(p, about)
}
