package meta

import (
	"net/http"

	"stint/shared/page"
	"stint/shared/problem"
)

// referencePage is a page of the reference, or the page that says to browsers that there is none.
type referencePage struct {
	referenceAnswer
	isMissing bool
}

// orMissingPage replaces the problem that there is no such page by a page for browsers.
func orMissingPage(found referenceAnswer, err error, browser bool) (referencePage, error) {
	if browser && problem.Is(err, problem.CodeNotFound) {
		return referencePage{isMissing: true}, nil
	}
	return referencePage{referenceAnswer: found}, err
}

// Respond sends the page.
func (r referencePage) Respond(w http.ResponseWriter) {
	if !r.isMissing {
		r.referenceAnswer.Respond(w)
		return
	}
	page.Page{
		Title: "Page not found", Problem: problem.NotFound(),
		Body: `<h1>Page not found</h1><p>The API reference has no page with this name.</p><p><a href="../docs">Go to the API reference</a></p>`,
	}.Respond(w)
}
