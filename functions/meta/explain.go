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

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

// errorAnswer explains a code.
type errorAnswer struct {
	Code       problem.Code     `json:"code"`
	Status     int              `json:"status"` // HTTP status it always comes with
	Title      string           `json:"title"`
	Meaning    string           `json:"meaning"`
	FieldCodes []narrowerAnswer `json:"field_codes,omitzero"` // with validation only
	Details    []narrowerAnswer `json:"details,omitzero"`     // with forbidden only
}

// narrowerAnswer explains a field code or a detail.
type narrowerAnswer struct {
	Code    string `json:"code"`
	Meaning string `json:"meaning"`
}

// explanation is shown as a page to browsers, and as JSON to everyone else.
type explanation struct {
	answer  errorAnswer
	browser bool
}

//go:embed error.html
var errorText string

var errorPage = template.Must(template.New("error").Parse(errorText))

// Respond sends the page or the JSON.
func (e explanation) Respond(w http.ResponseWriter) {
	if !e.browser {
		route.WriteJSON(w, e.answer)
		return
	}
	var body bytes.Buffer
	if err := errorPage.Execute(&body, e.answer); err != nil {
		panic(err) // a fault of the program: the page takes texts only
	}
	page.Page{Title: string(e.answer.Code), Body: template.HTML(body.String())}.Respond(w)
}

// Forms tells both forms.
func (explanation) Forms() []route.Form {
	return append([]route.Form{
		{Status: http.StatusOK, Media: "application/json", JSON: reflect.TypeFor[errorAnswer]()},
	}, page.Page{}.Forms()...)
}

func (f *Family) explain(_ context.Context, c *route.Call[route.None]) (explanation, error) {
	entry, ok := problem.Lookup(problem.Code(c.Text("code")))
	if !ok {
		return explanation{}, problem.Missing()
	}
	answer := errorAnswer{Code: entry.Code, Status: entry.Status, Title: http.StatusText(entry.Status), Meaning: entry.Meaning}
	switch entry.Code {
	case problem.Validation:
		answer.FieldCodes = fieldCodes()
	case problem.Forbidden:
		answer.Details = details()
	}
	return explanation{answer: answer, browser: c.Browser()}, nil
}

func fieldCodes() []narrowerAnswer {
	messages := problem.FieldCodes()
	var all []narrowerAnswer
	for _, code := range slices.Sorted(maps.Keys(messages)) {
		all = append(all, narrowerAnswer{string(code), messages[code]})
	}
	return all
}

func details() []narrowerAnswer {
	var all []narrowerAnswer
	for _, d := range problem.Details() {
		all = append(all, narrowerAnswer{string(d), d.Meaning()})
	}
	return all
}
