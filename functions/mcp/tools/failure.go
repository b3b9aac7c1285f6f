package tools

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// failure is why a tool failed, in words that an agent can act on. Its last line is the problem in JSON.
type failure struct {
	Code   string         `json:"code"`
	Reason string         `json:"reason,omitempty"`
	Detail string         `json:"detail,omitempty"`
	Errors []failureField `json:"errors,omitempty"`
}

// failureField is a property that is wrong, as in the problem of the operation.
type failureField struct {
	Field   string `json:"field"`
	Code    string `json:"code"`
	Message string `json:"message,omitempty"`
}

// newFailure makes a failure of a problem.
func newFailure(body []byte) error {
	var sent struct {
		Type, Detail, Reason string
		Errors               []failureField
	}
	if err := json.Unmarshal(body, &sent); err != nil {
		return failure{Code: "internal_error"}
	}
	code := sent.Type[strings.LastIndex(sent.Type, "/")+1:]
	if sent.Detail == code {
		sent.Detail = "" // a problem without words of its own
	}
	return failure{Code: code, Reason: sent.Reason, Detail: sent.Detail, Errors: sent.Errors}
}

// advice says what an agent can do about a problem, by its code.
var advice = map[string]string{
	"forbidden": "The person or the key may not do this. Do not try again. Tell the person which right is missing.",
	"not_found": "There is no such record, or the person may not see it. Look for it by words first.",
	"conflict":  "The record changed, or its state forbids this. Read it again and decide anew.",
	"validation": "Something in the call is wrong. The fields are named below, some in the names of Stint's API. Correct them " +
		"and call again.",
	"rate_limited":        "Too many requests. Wait a minute, then call again.",
	"service_unavailable": "Stint cannot answer now. Call again with the same request_key, if the tool takes one.",
	"unauthorized":        "The credential has ended. The person has to connect Stint again.",
}

// Error implements error.
func (f failure) Error() string {
	words, ok := advice[f.Code]
	if !ok {
		words = "Stint could not do this."
	}
	text, err := json.Marshal(f)
	if err != nil {
		return words
	}
	return words + "\n" + string(text)
}

// isNotFound reports whether a tool found no record.
func isNotFound(err error) bool {
	f, is := err.(failure)
	return is && f.Code == "not_found"
}

// inRow says of which row of a call the properties of a failure are.
func inRow(err error, row int) error {
	f, is := err.(failure)
	if !is {
		return err
	}
	f.Errors = slices.Clone(f.Errors)
	for i := range f.Errors {
		f.Errors[i].Field = fmt.Sprintf("entries.%d.%s", row, f.Errors[i].Field)
	}
	return f
}

// invalid is a failure of one property of the call.
func invalid(field, code, message string) error {
	return failure{Code: "validation", Errors: []failureField{{Field: field, Code: code, Message: message}}}
}
