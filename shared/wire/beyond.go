package wire

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// IDsBeyond calls visit with the id of the items from the index from on: with those that Read skips, because the list
// may not have so many. It reads nothing else of them, and leaves out items whose id is no text. It ends where a body
// is malformed, and reports nothing: Read has reported it.
func IDsBeyond(body []byte, from int, visit func(index int, text string)) {
	d := jsontext.NewDecoder(bytes.NewBuffer(body))
	_ = readMembers(d, "items", func() error {
		return readElements(d, func(n int) error {
			if n < from {
				return d.SkipValue()
			}
			return readMembers(d, "id", func() error {
				if d.PeekKind() != '"' {
					return d.SkipValue()
				}
				token, err := d.ReadToken()
				if err == nil {
					visit(n, token.String())
				}
				return err
			})
		})
	})
}

// readMembers reads a value. If it is an object, read reads the value with a name.
func readMembers(d *jsontext.Decoder, name string, read func() error) error {
	if d.PeekKind() != '{' {
		return d.SkipValue()
	}
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() != '}' {
		var token jsontext.Token
		if token, err = d.ReadToken(); err != nil {
			return err
		}
		if token.String() == name {
			err = read()
		} else {
			err = d.SkipValue()
		}
	}
	if err == nil {
		_, err = d.ReadToken()
	}
	return err
}

// readElements reads a value. If it is an array, read reads each element.
func readElements(d *jsontext.Decoder, read func(n int) error) error {
	if d.PeekKind() != '[' {
		return d.SkipValue()
	}
	_, err := d.ReadToken()
	for n := 0; err == nil && d.PeekKind() != ']'; n++ {
		err = read(n)
	}
	if err == nil {
		_, err = d.ReadToken()
	}
	return err
}
