// Package problem is the one error language of Stint: every failure that
// leaves the service is an RFC 7807 problem+json document made here.
//
// Inside, failures are ordinary errors. Those that a caller may see are of
// type *Error; anything else becomes "internal_error" at the edge and says
// nothing about its cause.
package problem

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Error is a failure with a place in the catalogue.
type Error struct {
	Code       Code
	Detail     string        // shown to the caller; the code itself when empty
	Fields     []Field       // only with Validation
	RetryAfter time.Duration // sent as Retry-After in whole seconds, rounded up, when positive
	Allow      []string      // only with CodeMethodNotAllowed
	cause      error         // for the logs, never for the caller
}

// Field says what is wrong with one property.
type Field struct {
	Field   string    `json:"field"` // JSON path as the caller sent it; "" is the whole body
	Code    FieldCode `json:"code"`
	Message string    `json:"message"`
}

// Error implements error. It is meant for logs: it holds the code and the
// cause, never a caller's data.
func (e *Error) Error() string {
	text := string(e.Code)
	if e.Detail != "" && e.Detail != text {
		text += " (" + e.Detail + ")"
	}
	for _, f := range e.Fields {
		text += fmt.Sprintf(" %s:%s", f.Field, f.Code)
	}
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

// Unwrap gives the cause, if there is one.
func (e *Error) Unwrap() error { return e.cause }

// New makes an error of a code; its detail is the code.
func New(code Code) *Error { return &Error{Code: code} }

// Wrap makes an error of a code and keeps the cause for the logs.
func Wrap(code Code, cause error) *Error { return &Error{Code: code, cause: cause} }

// NotFound is the 404 that every invisible or unknown thing shares.
func NotFound() *Error { return New(CodeNotFound) }

// Forbidden is a 403 with one of the contract's details.
func Forbidden(detail Detail) *Error { return &Error{Code: CodeForbidden, Detail: string(detail)} }

// Conflict is a 409; the detail is a short sentence for people.
func Conflict(detail string) *Error { return &Error{Code: CodeConflict, Detail: detail} }

// Malformed is a 400; the detail is a short sentence for people.
func Malformed(detail string) *Error { return &Error{Code: CodeMalformedRequest, Detail: detail} }

// Invalid is a 422 with its fields, in the order given.
func Invalid(fields ...Field) *Error { return &Error{Code: CodeValidation, Fields: fields} }

// InvalidField is a 422 about a single property with the code's own message.
func InvalidField(field string, code FieldCode) *Error {
	return Invalid(Field{Field: field, Code: code, Message: code.Message()})
}

// RateLimited is a 429 that tells when to come back.
func RateLimited(after time.Duration) *Error { return &Error{Code: CodeRateLimited, RetryAfter: after} }

// Unavailable is a 503 that asks to come back in a second.
func Unavailable(cause error) *Error {
	return &Error{Code: CodeServiceUnavailable, RetryAfter: time.Second, cause: cause}
}

// From turns any error into one of the catalogue: one of time that ran out
// becomes CodeServiceUnavailable, any other unknown one Internal, with the error as
// its cause. From(nil) is nil.
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

// Is reports whether err carries the code.
func Is(err error, code Code) bool {
	var known *Error
	return errors.As(err, &known) && known.Code == code
}
