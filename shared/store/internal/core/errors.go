package core

import (
	"errors"
	"fmt"
	"strings"

	"stint/shared/domain"
	"stint/shared/problem"
)

// Wrap adds to an unexpected error which operation of the store failed, and with which ids. It
// never gets names, addresses or secrets. An expected error, such as a conflict, has no cause and
// stays as it is.
//
//	defer core.Wrap(&err, "CreateClient", w, c.ID)
func Wrap(err *error, operation string, ids ...domain.ID) {
	known := problem.From(*err)
	switch {
	case known == nil:
	case known.Code == problem.CodeServiceUnavailable:
		*err = problem.Unavailable(within(*err, operation, ids))
	case known.Code == problem.CodeInternal && errors.Unwrap(*err) != nil:
		*err = within(*err, operation, ids)
	}
}

// within is an error with the call of an operation before it.
func within(err error, operation string, ids []domain.ID) error {
	var call strings.Builder
	call.WriteString(operation + "(")
	for i, id := range ids {
		if i > 0 {
			call.WriteString(", ")
		}
		call.WriteString(string(id))
	}
	return fmt.Errorf("store: %s): %w", call.String(), err)
}
