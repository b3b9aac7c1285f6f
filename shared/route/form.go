package route

import (
	"net/http"
	"reflect"

	"stint/shared/problem"
)

// Form is one form that a Responder may take, for the reference.
type Form struct {
	Status int          // 200 or 302
	Media  string       // media type; "" without a body
	JSON   reflect.Type // what the JSON shows; nil for all else
}

// Described is a Responder that tells its forms. The zero value must be able
// to.
type Described interface {
	Responder
	Forms() []Form
}

// Redirect sends a browser on to another address.
type Redirect struct{ To string }

// Respond writes a 302.
func (r Redirect) Respond(w http.ResponseWriter) {
	w.Header().Set("Location", r.To)
	w.WriteHeader(http.StatusFound)
}

// Forms tells that it is a redirect and nothing else.
func (Redirect) Forms() []Form { return []Form{{Status: http.StatusFound}} }

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
	writeJSON(w, render(o.Answer), etagOf(o.Answer))
}

// Forms tells both forms.
func (OrRedirect[T]) Forms() []Form {
	return []Form{
		{Status: http.StatusOK, Media: "application/json", JSON: reflect.TypeFor[T]()},
		{Status: http.StatusFound},
	}
}

// WriteJSON writes an answer as JSON, for Responders that answer so at times.
func WriteJSON(w http.ResponseWriter, answer any) { writeJSON(w, render(answer), etagOf(answer)) }

// Pages is a family whose routes show pages to people: also what goes wrong is
// shown as one, with the status that a problem would have.
type Pages interface {
	// Refusal is the page that tells of a problem.
	Refusal(p *problem.Error, correlationID string) Responder
}

// Host is a family with routes that programs call and that others send people's
// browsers to as well (Spec.Landing): those are shown what goes wrong as a page.
type Host interface {
	// Mishap is the page that tells of a problem.
	Mishap(p *problem.Error, correlationID string) Responder
}

// HostsPeople reports whether the operation's family is a Host.
func (o Operation) HostsPeople() bool { return o.Family.Implements(reflect.TypeFor[Host]()) }

// ShowsPages reports whether the routes of the operation's family show pages.
func (o Operation) ShowsPages() bool { return o.Family.Implements(reflect.TypeFor[Pages]()) }
