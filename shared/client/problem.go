package client

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
)

// Problem is the error of an answer that is not a success, with what the service says of it
// (RFC 7807). Find it with errors.As.
type Problem struct {
	Status int    // of HTTP
	Code   string // of the catalogue of problems; CodeUnexpected if the answer was no problem
	Detail string // for people
	Reason string // with 403 and 409: a stable word; may be empty

	Errors        []FieldError // with 422: everything that is wrong
	CorrelationID string       // names the request in the log of the service; may be empty
}

// FieldError is what is wrong with one property of a request.
type FieldError struct {
	Field string `json:"field"`
	Code  string `json:"code"`
	Title string `json:"message"`
	In    string `json:"in"` // query, body or header
}

// CodeUnexpected is the code of an answer that no Stint service makes, such as a proxy's.
const CodeUnexpected = "unexpected_response"

// unexpected is the problem of an answer that no Stint service makes.
func unexpected(status int, why string) *Problem {
	return &Problem{Status: status, Code: CodeUnexpected, Detail: "the answer is none of a Stint service: " + why}
}

// Error implements error, with everything that a person needs to know.
func (p *Problem) Error() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s (%d %s", p.Detail, p.Status, p.Code)
	if p.Reason != "" {
		fmt.Fprintf(&out, ", %s", p.Reason)
	}
	out.WriteString(")")
	for _, e := range p.Errors {
		fmt.Fprintf(&out, "\n  %s: %s (%s)", e.Field, e.Title, e.Code)
	}
	return out.String()
}

// maxProblem bounds what is read of a problem, in bytes.
const maxProblem = 4 << 20

// problemOf reads the problem of an answer and closes it.
func problemOf(answer *http.Response) *Problem {
	defer func() { _ = answer.Body.Close() }()
	body, _ := io.ReadAll(io.LimitReader(answer.Body, maxProblem))
	p := decodeProblem(answer.Header, body)
	p.Status = answer.StatusCode
	if p.CorrelationID == "" {
		p.CorrelationID = answer.Header.Get("X-Correlation-Id")
	}
	return p
}

// decodeProblem decodes a problem document.
func decodeProblem(header http.Header, body []byte) *Problem {
	var document struct {
		Type, Title, Detail, Reason string
		CorrelationID               string `json:"correlationId"`
		Errors                      []FieldError
	}
	kind, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	if kind != "application/problem+json" || json.Unmarshal(body, &document) != nil {
		return unexpected(0, "it is no problem document")
	}
	p := &Problem{
		Code: document.Type[strings.LastIndex(document.Type, "/")+1:], Detail: document.Detail, Reason: document.Reason,
		Errors: document.Errors, CorrelationID: document.CorrelationID,
	}
	if p.Detail == "" || p.Detail == p.Code {
		p.Detail = document.Title
	}
	return p
}

// UnreachableError is the error of a request that got no answer.
type UnreachableError struct{ Err error }

// Error implements error.
func (e *UnreachableError) Error() string { return "the service cannot be reached: " + e.Err.Error() }

// Unwrap returns the error of the network.
func (e *UnreachableError) Unwrap() error { return e.Err }

// CredentialError is the error of a request that WithCredentials has no credential for.
type CredentialError struct{ Err error }

// Error implements error.
func (e *CredentialError) Error() string { return e.Err.Error() }

// Unwrap returns the error of the function.
func (e *CredentialError) Unwrap() error { return e.Err }
