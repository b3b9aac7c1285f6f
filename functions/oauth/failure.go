package oauth

import (
	"net/http"

	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
	"stint/shared/route"
)

// errorCode is the code of an error of OAuth.
type errorCode string

// The codes of RFC 6749, and of the RFCs that extend it.
const (
	invalidRequest       errorCode = "invalid_request"
	invalidClient        errorCode = "invalid_client"
	invalidGrant         errorCode = "invalid_grant"
	unauthorizedClient   errorCode = "unauthorized_client"
	unsupportedGrant     errorCode = "unsupported_grant_type"
	unsupportedResponse  errorCode = "unsupported_response_type"
	invalidScope         errorCode = "invalid_scope"
	invalidTarget        errorCode = "invalid_target"        // RFC 8707
	noRequestObjects     errorCode = "request_not_supported" // RFC 9101, like the next one
	noRequestURIs        errorCode = "request_uri_not_supported"
	accessDenied         errorCode = "access_denied"
	authorizationPending errorCode = "authorization_pending" // RFC 8628, like the next two
	slowDown             errorCode = "slow_down"
	expiredToken         errorCode = "expired_token"
	serverError          errorCode = "server_error"
	unavailable          errorCode = "temporarily_unavailable"
)

// failure is an error of OAuth. At the endpoints for programs it is the answer.
type failure struct {
	Code        errorCode `json:"error"`
	Description string    `json:"error_description"`

	status    int
	challenge string // of the header WWW-Authenticate; "" for none
	problem   *problem.Error
}

func fail(code errorCode, description string) *failure {
	return &failure{Code: code, Description: description}
}

// Error implements error.
func (f *failure) Error() string { return string(f.Code) + ": " + f.Description }

// Respond implements route.Responder (RFC 6749, section 5.2).
func (f *failure) Respond(w http.ResponseWriter) {
	status := http.StatusBadRequest
	if f.status != 0 {
		status = f.status
	}
	h := w.Header()
	if f.challenge != "" {
		h.Set("WWW-Authenticate", f.challenge)
	}
	if f.problem != nil {
		httpproblem.SetHeaders(h, f.problem)
	}
	h.Set("Pragma", "no-cache")
	h.Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(route.JSON(f))
}

// Variants implements route.DescribedResponder: none, because the reference describes failures as problems.
func (*failure) Variants() []route.Variant { return nil }

// failureOf is a problem of a request to an endpoint for programs in the words of the protocol.
func failureOf(p *problem.Error) *failure {
	f := &failure{Code: invalidRequest, Description: p.Detail, status: p.Status(), problem: p}
	switch {
	case p.Code == problem.CodeInternal:
		f.Code = serverError
	case p.Status() >= http.StatusInternalServerError || p.Code == problem.CodeRateLimited:
		f.Code = unavailable
	}
	if f.Description == "" {
		known, _ := problem.Lookup(p.Code)
		f.Description = known.Meaning
	}
	return f
}

// jsonAnswer is an answer of an endpoint for programs.
type jsonAnswer struct{ body any }

// Respond implements route.Responder.
func (a jsonAnswer) Respond(w http.ResponseWriter) {
	w.Header().Set("Pragma", "no-cache")
	route.WriteJSON(w, a.body)
}

// endpointAnswer is what an endpoint for programs answers: a failure is an answer too.
func endpointAnswer(body any, err error) (route.Responder, error) {
	if f, ok := err.(*failure); ok {
		return f, nil
	}
	if err != nil {
		return nil, err
	}
	return jsonAnswer{body}, nil
}
