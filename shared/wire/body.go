package wire

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"mime"
	"reflect"
	"strconv"
	"strings"

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
		return false, errTooDeep
	}
	r.decoder = jsontext.NewDecoder(bytes.NewBuffer(body))
	ok = r.decoder.PeekKind() == '{'
	if ok {
		err = r.readObject(s, &r.issues.body, into)
	} else {
		r.report(s.explain(problem.TypeInvalid))
		err = r.decoder.SkipValue()
	}
	if err == nil {
		err = checkEnd(r.decoder)
	}
	if err != nil {
		return false, malformedError(err)
	}
	return ok, nil
}

var errTooDeep = problem.Malformed("The body is nested too deeply.")

// CheckJSON checks a body that others read: it is one JSON value that is not too deep, and no object in it has a
// property twice. Errors: malformed_request.
func CheckJSON(body []byte) error {
	if isTooDeep(body) {
		return errTooDeep
	}
	decoder := jsontext.NewDecoder(bytes.NewBuffer(body))
	err := decoder.SkipValue()
	if err == nil {
		err = checkEnd(decoder)
	}
	if err != nil {
		return malformedError(err)
	}
	return nil
}

// checkEnd checks that nothing follows the body.
func checkEnd(decoder *jsontext.Decoder) error {
	switch _, err := decoder.ReadToken(); err {
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
	depth := 0
	for c := range outsideStrings(body) {
		switch c {
		case '{', '[':
			if depth++; depth > MaxDepth {
				return true
			}
		case '}', ']':
			depth--
		}
	}
	return false
}

// CountProperties counts the properties of all objects of a JSON text, without reading it.
func CountProperties(body []byte) (count int) {
	for c := range outsideStrings(body) {
		if c == ':' {
			count++
		}
	}
	return count
}

// outsideStrings are the bytes of a JSON text that are in no string.
func outsideStrings(body []byte) iter.Seq[byte] {
	return func(yield func(byte) bool) {
		inString := false
		for n := 0; n < len(body); n++ {
			switch c := body[n]; {
			case c == '"':
				inString = !inString
			case inString && c == '\\':
				n++
			case !inString && !yield(c):
				return
			}
		}
	}
}

// plainInteger writes a JSON number without fraction and exponent, if its value is an
// integer: 8500.0 and 85e2 are 8500, as JSON Schema has it. Any other text, and a number
// that is far too large, stays as it is.
func plainInteger(literal string) string {
	mantissa, exponent := literal, 0
	if i := strings.IndexAny(literal, "eE"); i >= 0 {
		n, err := strconv.Atoi(literal[i+1:])
		if err != nil || n > maxDigits || n < -maxDigits {
			return literal
		}
		mantissa, exponent = literal[:i], n
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if exponent == 0 && fraction == "" {
		return literal
	}
	digits, negative := strings.CutPrefix(whole+fraction, "-")
	point := len(digits) - len(fraction) + exponent
	switch {
	case point > len(digits):
		digits += strings.Repeat("0", point-len(digits))
	case point < 0:
		digits, point = strings.Repeat("0", -point)+digits, 0
	}
	if strings.Trim(digits[point:], "0") != "" {
		return literal
	}
	digits = "0" + digits[:point]
	digits = strings.TrimLeft(digits[:len(digits)-1], "0") + digits[len(digits)-1:]
	if negative {
		return "-" + digits
	}
	return digits
}

// FormType is the media type of a form as browsers send it.
const FormType = "application/x-www-form-urlencoded"

// isJSON reports whether a body of this content type is JSON in UTF-8:
// application/json, any type with the suffix +json (RFC 6839, section 3.1), or
// no type at all.
func isJSON(contentType string) bool {
	if strings.TrimSpace(contentType) == "" {
		return true
	}
	media, ok := utf8MediaType(contentType)
	if !ok {
		return false
	}
	_, subtype, _ := strings.Cut(media, "/")
	name, suffixed := strings.CutSuffix(subtype, "+json")
	return media == "application/json" || suffixed && name != ""
}

// isForm reports whether a body of this content type is the form of a browser. Browsers
// always send the type, so a body without one is no form.
func isForm(contentType string) bool {
	media, ok := utf8MediaType(contentType)
	return ok && media == FormType
}

// utf8MediaType is the media type of a content type; ok is false when the content type is
// malformed or names another charset than UTF-8.
func utf8MediaType(contentType string) (media string, ok bool) {
	media, parameters, err := mime.ParseMediaType(contentType)
	charset, given := parameters["charset"]
	return media, err == nil && (!given || strings.EqualFold(charset, "utf-8"))
}

// isUnencoded reports whether a content encoding means that the body is not encoded.
func isUnencoded(contentEncoding string) bool {
	coding := strings.TrimSpace(contentEncoding)
	return coding == "" || strings.EqualFold(coding, "identity")
}
