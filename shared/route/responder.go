package route

import (
	"net/http"
	"reflect"

	"stint/shared/problem"
)

// Variant is one form of response that a Responder may send, for the reference.
type Variant struct {
	Status    int          // 200, 302 or 304
	MediaType string       // "" without a body
	JSON      reflect.Type // type of the JSON; nil for other media types
}

// DescribedResponder is a Responder that lists its variants. The method must work on
// the zero value.
type DescribedResponder interface {
	Responder
	Variants() []Variant
}

// Redirect sends a browser to another address.
type Redirect struct{ To string }

// Respond writes a 302.
func (r Redirect) Respond(w http.ResponseWriter) {
	w.Header().Set("Location", r.To)
	w.WriteHeader(http.StatusFound)
}

// Variants implements DescribedResponder: always a redirect.
func (Redirect) Variants() []Variant { return []Variant{{Status: http.StatusFound}} }

// OrRedirect is an answer for programs, and a redirect to a page for browsers. With
// an empty To, the answer is sent.
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

// Variants implements DescribedResponder: an answer or a redirect.
func (OrRedirect[T]) Variants() []Variant {
	return []Variant{
		{Status: http.StatusOK, MediaType: "application/json", JSON: reflect.TypeFor[T]()},
		{Status: http.StatusFound},
	}
}

// WriteJSON writes an answer as JSON. It is for Responders of which JSON is one form.
func WriteJSON(w http.ResponseWriter, answer any) {
	writeJSONBody(w, encodeJSON(answer), etagOf(answer))
}

// PageFamily is a family whose routes show pages to people. It shows problems as a
// page too, with the status of the problem.
type PageFamily interface {
	// ErrorPage is the page that shows a problem of a request.
	ErrorPage(h *http.Request, p *problem.Error, correlationID string) Responder
}

// Fallback is the family that answers the paths that no route has.
type Fallback interface {
	// MissingPage is the page for a request where a person expects one; nil where a program does.
	MissingPage(h *http.Request) Responder
}

// ShowsPages reports whether the routes of the operation's family show pages.
func (o Operation) ShowsPages() bool { return o.Family.Implements(reflect.TypeFor[PageFamily]()) }
