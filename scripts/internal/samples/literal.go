package samples

import (
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxLine is the length up to which a JSON value stays on one line.
const maxLine = 64

// syntax is how a language writes the values of JSON.
type syntax struct {
	indent    string            // of each level
	padding   string            // between braces and what is on one line with them
	bareNames bool              // names that are identifiers have no quotes
	comma     string            // after the last of several lines
	words     map[string]string // true, false and null
}

var (
	jsonSyntax   = syntax{indent: "  "}
	scriptSyntax = syntax{indent: "  ", padding: " ", bareNames: true, comma: ","}
	pythonSyntax = syntax{indent: "    ", comma: ",",
		words: map[string]string{"true": "True", "false": "False", "null": "None"}}
)

// literal writes a JSON text. Lines after the first begin with the margin.
func (s syntax) literal(text, margin string) string {
	decoder := jsontext.NewDecoder(strings.NewReader(text))
	value, err := s.value(decoder, margin)
	if err != nil {
		return text // the body of an edited event that is not JSON
	}
	return value
}

func (s syntax) value(d *jsontext.Decoder, margin string) (string, error) {
	token, err := d.ReadToken()
	if err != nil {
		return "", err
	}
	switch kind := token.Kind(); kind {
	case '{', '[':
		parts, err := s.parts(d, kind, margin+s.indent)
		if err != nil {
			return "", err
		}
		_, err = d.ReadToken()
		return s.join(kind, parts, margin), err
	case '"':
		return quote(token.String())
	default:
		if word, ok := s.words[token.String()]; ok {
			return word, nil
		}
		return token.String(), nil
	}
}

// parts are the members of an object or the elements of an array.
func (s syntax) parts(d *jsontext.Decoder, kind jsontext.Kind, margin string) (all []string, err error) {
	for d.PeekKind() != '}' && d.PeekKind() != ']' {
		name := ""
		if kind == '{' {
			if name, err = s.name(d); err != nil {
				return nil, err
			}
		}
		value, err := s.value(d, margin)
		if err != nil {
			return nil, err
		}
		all = append(all, name+value)
	}
	return all, nil
}

var identifier = regexp.MustCompile(`^[A-Za-z_]\w*$`)

func (s syntax) name(d *jsontext.Decoder) (string, error) {
	token, err := d.ReadToken()
	if err != nil {
		return "", err
	}
	name := token.String()
	if s.bareNames && identifier.MatchString(name) {
		return name + ": ", nil
	}
	quoted, err := quote(name)
	return quoted + ": ", err
}

func quote(text string) (string, error) {
	quoted, err := jsontext.AppendQuote(nil, text)
	return string(quoted), err
}

// join puts parts on one line if it is short, and each on its own line otherwise.
func (s syntax) join(kind jsontext.Kind, parts []string, margin string) string {
	opening, closing, padding := "{", "}", s.padding
	if kind == '[' {
		opening, closing, padding = "[", "]", ""
	}
	line := strings.Join(parts, ", ")
	switch {
	case len(parts) == 0:
		return opening + closing
	case len(line) <= maxLine && !strings.Contains(line, "\n"):
		return opening + padding + line + padding + closing
	}
	inner := "\n" + margin + s.indent
	return opening + inner + strings.Join(parts, ","+inner) + s.comma + "\n" + margin + closing
}
