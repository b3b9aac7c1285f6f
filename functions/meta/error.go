package meta

import (
	"bytes"
	"context"
	_ "embed"
	"html/template"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"sync"

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

// errorAnswer explains an error code.
//
//openapi:schema ErrorExplanation
type errorAnswer struct {
	Code       problem.Code        `json:"code"`                 // The code that the provider sent back.
	Status     int                 `json:"status"`               // HTTP status of every problem with this code
	Title      string              `json:"title"`                // The reason phrase of the status.
	Meaning    string              `json:"meaning"`              // What it means, and what to do.
	FieldCodes []codeMeaningAnswer `json:"field_codes,omitzero"` // for validation only
	Details    []codeMeaningAnswer `json:"details,omitzero"`     // for forbidden only
	Reasons    []codeMeaningAnswer `json:"reasons,omitzero"`     // for conflict and forbidden only
}

// codeMeaningAnswer explains a field code, a detail or a reason.
type codeMeaningAnswer struct {
	Code    string `json:"code"`    // The code, detail or reason.
	Meaning string `json:"meaning"` // What it means, and what to do.
}

// errorResponse is a page for browsers and JSON for programs.
type errorResponse struct {
	answer  errorAnswer
	browser bool
}

//go:embed error.html
var errorHTML string

var errorTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("error").Funcs(template.FuncMap{"breakable": page.Breakable}).Parse(errorHTML))
})

// Respond writes the page or the JSON.
func (e errorResponse) Respond(w http.ResponseWriter) {
	if !e.browser {
		route.WriteJSON(w, e.answer)
		return
	}
	var body bytes.Buffer
	if err := errorTemplate().Execute(&body, e.answer); err != nil {
		panic(err) // a bug: the template fits the type
	}
	page.Page{Title: string(e.answer.Code), Body: template.HTML(body.String())}.Respond(w)
}

// Variants describes both forms for the OpenAPI document.
func (errorResponse) Variants() []route.Variant {
	return append([]route.Variant{
		{Status: http.StatusOK, MediaType: "application/json", JSON: reflect.TypeFor[errorAnswer]()},
	}, page.Page{}.Variants()...)
}

func (f *Family) error(_ context.Context, c *route.Call[route.NoInput]) (cached[errorResponse], error) {
	entry, ok := problem.Lookup(problem.Code(c.PathValue("code")))
	if !ok {
		return cached[errorResponse]{}, problem.NotFound()
	}
	answer := errorAnswer{Code: entry.Code, Status: entry.Status, Title: http.StatusText(entry.Status),
		Meaning: entry.Meaning}
	switch entry.Code {
	case problem.CodeValidation:
		answer.FieldCodes = fieldCodes()
	case problem.CodeForbidden:
		answer.Details = details()
		answer.Reasons = append(details(), codeMeaningAnswer{string(problem.CodeForbidden),
			"The request was refused before it reached the service."})
	case problem.CodeConflict:
		answer.Reasons = reasons()
	}
	return cache(f, c.Request, errorResponse{answer: answer, browser: c.AcceptsHTML()}, nil)
}

func fieldCodes() []codeMeaningAnswer {
	messages := problem.FieldCodes()
	var all []codeMeaningAnswer
	for _, code := range slices.Sorted(maps.Keys(messages)) {
		all = append(all, codeMeaningAnswer{string(code), messages[code]})
	}
	return all
}

func details() []codeMeaningAnswer {
	var all []codeMeaningAnswer
	for _, d := range problem.Details() {
		all = append(all, codeMeaningAnswer{string(d), d.Meaning()})
	}
	return all
}

func reasons() []codeMeaningAnswer {
	var all []codeMeaningAnswer
	for _, r := range problem.Reasons() {
		all = append(all, codeMeaningAnswer{string(r.Reason), r.Meaning})
	}
	return all
}
