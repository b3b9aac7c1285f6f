package route

import (
	"net/http"
	"reflect"

	"stint/shared/problem"
)

// Variant is one form that a Responder may take, for the reference.
type Variant struct {
	Status    int          // 200 or 302
	MediaType string       // media type; "" without a body
	JSON      reflect.Type // what the JSON shows; nil for all else
}

// DescribedResponder is a Responder that tells its forms. The zero value must be able
// to.
type DescribedResponder interface {
	Responder
	Variants() []Variant
}

// Redirect sends a browser on to another address.
type Redirect struct{ To string }

// Respond writes a 302.
func (r Redirect) Respond(w http.ResponseWriter) {
	w.Header().Set("Location", r.To)
	w.WriteHeader(http.StatusFound)
}

// Variants tells that it is a redirect and nothing else.
func (Redirect) Variants() []Variant { return []Variant{{Status: http.StatusFound}} }

// OrRedirect is an answer for programs, in whose place a browser is sent on
// to a page. An empty address sends the answer.
type OrRedirect[T any] struct {
	Answer T
	To     string
}

// Respond writes the answer or the redirect.
func (o OrRedirect[T]) Respond(w http.ResponseWriter) {
	if o.To != "" {
		Redirect{o.To}.Respond(w)
		return
	}
	writeJSONBody(w, encodeJSON(o.Answer), etagOf(o.Answer))
}

// Variants tells both forms.
func (OrRedirect[T]) Variants() []Variant {
	return []Variant{
		{Status: http.StatusOK, MediaType: "application/json", JSON: reflect.TypeFor[T]()},
		{Status: http.StatusFound},
	}
}

// WriteJSON writes an answer as JSON, for Responders that answer so at times.
func WriteJSON(w http.ResponseWriter, answer any) {
	writeJSONBody(w, encodeJSON(answer), etagOf(answer))
}

// PageFamily is a family whose routes show pages to people: also what goes wrong is
// shown as one, with the status that a problem would have.
type PageFamily interface {
	// ErrorPage is the page that tells of a problem.
	ErrorPage(p *problem.Error, correlationID string) Responder
}

// ShowsPages reports whether the routes of the operation's family show pages.
func (o Operation) ShowsPages() bool { return o.Family.Implements(reflect.TypeFor[PageFamily]()) }
