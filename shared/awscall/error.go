package awscall

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/aws/smithy-go"
)

// Error is an error that the service answered.
type Error struct {
	Status    int    // of HTTP
	Code      string // such as NotFoundException; "" when the answer has none
	Message   string
	RequestID string
}

var _ smithy.APIError = (*Error)(nil)

// newError reads the answer to a request that failed. Services name the code in a header or
// in the body, with or without a namespace before and an address after it.
func newError(response *http.Response, body []byte) *Error {
	var sent struct {
		Type    string `json:"__type"`
		Code    string
		Message string
	}
	_ = json.Unmarshal(body, &sent) // an answer of a proxy may be no JSON
	e := &Error{Status: response.StatusCode, Message: sent.Message, RequestID: response.Header.Get("X-Amzn-Requestid")}
	for _, code := range []string{response.Header.Get("X-Amzn-Errortype"), sent.Code, sent.Type} {
		code, _, _ = strings.Cut(code, ":")
		if _, name, ok := strings.Cut(code, "#"); ok {
			code = name
		}
		if e.Code == "" {
			e.Code = code
		}
	}
	return e
}

// Error implements error.
func (e *Error) Error() string {
	return fmt.Sprintf("status %d, request %q, %s: %s", e.Status, e.RequestID, e.Code, e.Message)
}

// HTTPStatusCode is for the SDK's rules about errors that pass.
func (e *Error) HTTPStatusCode() int { return e.Status }

// ErrorCode implements smithy.APIError.
func (e *Error) ErrorCode() string { return e.Code }

// ErrorMessage implements smithy.APIError.
func (e *Error) ErrorMessage() string { return e.Message }

// ErrorFault implements smithy.APIError.
func (e *Error) ErrorFault() smithy.ErrorFault {
	if e.Status >= http.StatusInternalServerError {
		return smithy.FaultServer
	}
	return smithy.FaultClient
}
