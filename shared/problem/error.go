// Package problem defines the errors that callers of Stint see: their codes,
// statuses and texts. Package httpproblem writes them as RFC 7807 documents.
//
// Inside the service, failures are ordinary errors. An error that a caller may
// see is of type *Error. Any other error is sent as "internal_error", and its
// cause is only logged.
package problem

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Error is a failure with a code of the catalogue.
type Error struct {
	Code       Code
	Detail     string        // shown to the caller; the code itself when empty
	Reason     Reason        // only with CodeConflict
	Fields     []Field       // only with CodeValidation
	RetryAfter time.Duration // sent as Retry-After in whole seconds, rounded up, when positive
	Allow      []string      // only with CodeMethodNotAllowed
	Scope      string        // the least access that the request needs; only with ScopeInsufficient
	cause      error         // for the logs, never for the caller
}

// Field says what is wrong with one property.
type Field struct {
	Field   string    `json:"field"` // JSON path as the caller sent it; "" is the whole body
	Code    FieldCode `json:"code"`
	Message string    `json:"message"`
	In      Place     `json:"in"` // "" until it is known
}

// Place is the part of a request in which a name stands.
type Place string

// The parts of a request.
const (
	InQuery  Place = "query"
	InBody   Place = "body"
	InHeader Place = "header"
)

// Places are the parts of a request in which a name can stand.
func Places() []Place { return []Place{InQuery, InBody, InHeader} }

// Error implements error. The text is for logs: it contains the code and the
// cause, never a caller's data.
func (e *Error) Error() string {
	var text strings.Builder
	text.WriteString(string(e.Code))
	if e.Reason != "" {
		text.WriteString(" " + string(e.Reason))
	}
	if e.Detail != "" && e.Detail != text.String() {
		text.WriteString(" (" + e.Detail + ")")
	}
	for _, f := range e.Fields {
		fmt.Fprintf(&text, " %s:%s", f.Field, f.Code)
	}
	if e.cause != nil {
		text.WriteString(": " + e.cause.Error())
	}
	return text.String()
}

// Unwrap returns the cause, or nil.
func (e *Error) Unwrap() error { return e.cause }

// New makes an error of a code; its detail is the code.
func New(code Code) *Error { return &Error{Code: code} }

// Wrap makes an error of a code and keeps the cause for the logs.
func Wrap(code Code, cause error) *Error { return &Error{Code: code, cause: cause} }

// NotFound is the 404 for a record that does not exist or that the caller cannot see.
func NotFound() *Error { return New(CodeNotFound) }

// Forbidden is a 403 with one of the details of docs/interface.md.
func Forbidden(detail Detail) *Error { return &Error{Code: CodeForbidden, Detail: string(detail)} }

// LacksScope is a 403 for an API key or an app whose access does not include the request. scope is the least access
// that does.
func LacksScope(scope string) *Error {
	e := Forbidden(ScopeInsufficient)
	e.Scope = scope
	return e
}

// Conflict is a 409; the reason is for programs, and the detail is a short
// sentence for people.
func Conflict(reason Reason, detail string) *Error {
	return &Error{Code: CodeConflict, Reason: reason, Detail: detail}
}

// Malformed is a 400; the detail is a short sentence for people.
func Malformed(detail string) *Error { return &Error{Code: CodeMalformedRequest, Detail: detail} }

// Invalid is a 422 with its fields, in the order given.
func Invalid(fields ...Field) *Error { return &Error{Code: CodeValidation, Fields: fields} }

// InvalidField is a 422 about a single property with the code's own message. Package route
// finds out by the name whether it is in the query or in the body.
func InvalidField(field string, code FieldCode) *Error { return InvalidIn("", field, code) }

// InvalidIn is InvalidField about a property in a place.
func InvalidIn(place Place, field string, code FieldCode) *Error {
	return Invalid(Field{Field: field, Code: code, Message: code.Message(), In: place})
}

// RateLimited is a 429. The caller may try again after the given time.
func RateLimited(after time.Duration) *Error { return &Error{Code: CodeRateLimited, RetryAfter: after} }

// Unavailable is a 503. The caller may try again after a second.
func Unavailable(cause error) *Error {
	return &Error{Code: CodeServiceUnavailable, RetryAfter: time.Second, cause: cause}
}

// From turns any error into one of the catalogue. A context error becomes
// CodeServiceUnavailable and any other unknown error becomes CodeInternal, each
// with the error as its cause. From(nil) is nil.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return Unavailable(err)
	}
	return Wrap(CodeInternal, err)
}

// Status is the HTTP status of the error's code; 500 for a code outside the catalogue.
func (e *Error) Status() int {
	if info, ok := Lookup(e.Code); ok {
		return info.Status
	}
	return 500
}

// Is reports whether err is an Error with the code.
func Is(err error, code Code) bool {
	var known *Error
	return errors.As(err, &known) && known.Code == code
}

// IgnoreConflict is err, or nil for a conflict. It is for a write that matters only while its conditions hold.
func IgnoreConflict(err error) error {
	if Is(err, CodeConflict) {
		return nil
	}
	return err
}
