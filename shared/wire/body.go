package wire

import (
	"bytes"
	"errors"
	"io"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/problem"
)

// MaxDepth is how many levels of objects and arrays a body may have.
const MaxDepth = 32

// readBody reads the body into its struct. ok is false when the body as a whole has an
// issue. Errors: malformed_request.
func (r *reader) readBody(body []byte, into reflect.Value) (ok bool, err error) {
	s := r.issues.request.body
	if len(bytes.Trim(body, " \t\r\n")) == 0 { // white space by RFC 8259, section 2
		if s.hasRequired() {
			r.issues.Add("", problem.Required)
		}
		return !s.hasRequired(), nil
	}
	if isTooDeep(body) {
		return false, problem.Malformed("The body is nested too deeply.")
	}
	r.decoder = jsontext.NewDecoder(bytes.NewBuffer(body))
	ok = r.decoder.PeekKind() == '{'
	if ok {
		err = r.readObject(s, &r.issues.body, into)
	} else {
		r.issues.Add("", problem.TypeInvalid)
		err = r.decoder.SkipValue()
	}
	if err == nil {
		err = r.checkEnd()
	}
	if err != nil {
		return false, malformedError(err)
	}
	return ok, nil
}

// checkEnd checks that nothing follows the body.
func (r *reader) checkEnd() error {
	switch _, err := r.decoder.ReadToken(); err {
	case io.EOF:
		return nil
	case nil:
		return errors.New("trailing data")
	default:
		return err
	}
}

// malformedError makes the error for a body that cannot be read. It drops the cause,
// because the text of the cause quotes the body.
func malformedError(err error) error {
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return problem.Malformed("The body has the same property twice.")
	}
	return problem.Malformed("The body is not well-formed JSON.")
}

// isTooDeep counts brackets outside strings. With broken JSON it may count wrong, but then
// the body is refused as malformed anyway.
func isTooDeep(body []byte) bool {
	depth, inString := 0, false
	for n := 0; n < len(body); n++ {
		switch c := body[n]; {
		case c == '"':
			inString = !inString
		case inString && c == '\\':
			n++
		case inString:
		case c == '{' || c == '[':
			if depth++; depth > MaxDepth {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}
