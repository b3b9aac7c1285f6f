package meta

import (
	"context"
	"html/template"
	"net/http"
	"path"

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

func (f *Family) docs(_ context.Context, c *route.Call[route.NoInput]) (cached[referencePage], error) {
	found, err := referenceFile(startPage)
	return f.orMissingPage(c.Request, found, err)
}

// docsPage sends a page below the start page by its name, as HTML or in Markdown, or the index of the search. The
// start page has one address only, because its links are relative. Errors: not_found.
func (f *Family) docsPage(_ context.Context, c *route.Call[route.NoInput]) (cached[referencePage], error) {
	name := c.PathValue("page")
	if name != searchIndex && name != iconFile && path.Ext(name) != markdownSuffix {
		name += ".html"
	}
	if name == startPage {
		return f.orMissingPage(c.Request, referenceAnswer{}, problem.NotFound())
	}
	found, err := referenceFile(name)
	return f.orMissingPage(c.Request, found, err)
}

// llms sends the contents of the reference for language models.
func (f *Family) llms(_ context.Context, c *route.Call[route.NoInput]) (cached[text], error) {
	found, err := referenceFile(llmsFile)
	return cache(f, c.Request, text(found.body), err)
}

// referencePage is a page of the reference, or the page that says to browsers that there is none.
type referencePage struct {
	referenceAnswer
	isMissing bool
}

// orMissingPage replaces the problem that there is no such page by a page for browsers.
func (f *Family) orMissingPage(r *route.Request, found referenceAnswer, err error) (cached[referencePage], error) {
	if r.AcceptsHTML() && problem.Is(err, problem.CodeNotFound) {
		return cache(f, r, referencePage{isMissing: true}, nil)
	}
	return cache(f, r, referencePage{referenceAnswer: found}, err)
}

// Respond sends the page.
func (r referencePage) Respond(w http.ResponseWriter) {
	if !r.isMissing {
		r.referenceAnswer.Respond(w)
		return
	}
	html := template.HTML(
		`<h1>Page not found</h1><p>The API reference has no page with this name.</p><p><a href="../docs">Go to the API reference</a></p>`)
	if !isReferenceBuilt() {
		html =
			`<h1>Page not found</h1><p>This program was built without the API reference, which <code>make reference</code> makes.</p>`
	}
	page.Page{Title: "Page not found", Problem: problem.NotFound(), Body: html}.Respond(w)
}
