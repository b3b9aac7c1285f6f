package itemjson

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// kind is the type of an attribute value, such as kindS.
type kind uint8

const (
	kindNone kind = iota
	kindS
	kindN
	kindBOOL
	kindNULL
	kindB
	kindM
	kindL
	kindSS
	kindNS
	kindBS
)

// kindNames are the names that DynamoDB gives the kinds.
var kindNames = [...]string{"none", "S", "N", "BOOL", "NULL", "B", "M", "L", "SS", "NS", "BS"}

func (k kind) String() string { return kindNames[k] }

func kindOf(name []byte) kind {
	for k, known := range kindNames[1:] {
		if string(name) == known {
			return kind(k + 1)
		}
	}
	return kindNone
}

// reader reads the tokens of JSON. After an error, which fails keeps, nothing more is read.
type reader struct {
	tokens  jsontext.Decoder
	source  bytes.Buffer
	scratch []byte // the last text that had escapes
	failed  error
}

var readers = sync.Pool{New: func() any { return new(reader) }}

// newReader returns a reader of JSON that must not change. It must be freed.
func newReader(text []byte) *reader {
	r := readers.Get().(*reader)
	r.source = *bytes.NewBuffer(text)
	r.failed = nil
	r.tokens.Reset(&r.source, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return r
}

// free makes the reader available for other JSON.
func (r *reader) free() {
	r.source = bytes.Buffer{}
	r.tokens.Reset(&r.source)
	readers.Put(r)
}

// expect reads a token of the given kind.
func (r *reader) expect(want jsontext.Kind) error {
	token, err := r.tokens.ReadToken()
	if err == nil && token.Kind() != want {
		err = fmt.Errorf("%v in place of %v", token.Kind(), want)
	}
	return noEOF(err)
}

// object reads an object: each name, after which its value must be read. It ends at the
// first error, which is in failed.
func (r *reader) object() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if r.failed = r.expect('{'); r.failed != nil {
			return
		}
		for r.tokens.PeekKind() == '"' {
			name, err := r.bytes()
			if err != nil {
				r.failed = err
				return
			}
			if !yield(name) {
				return
			}
		}
		r.failed = r.expect('}')
	}
}

// array reads an array: each element must be read. It ends at the first error, which is
// in failed.
func (r *reader) array() iter.Seq[int] {
	return func(yield func(int) bool) {
		if r.failed = r.expect('['); r.failed != nil {
			return
		}
		for i := 0; r.tokens.PeekKind() != ']'; i++ {
			if r.tokens.PeekKind() == jsontext.KindInvalid {
				break
			}
			if !yield(i) {
				return
			}
		}
		r.failed = r.expect(']')
	}
}

// open reads the begin of an attribute value, {"S":, and close its end.
func (r *reader) open() (kind, error) {
	if err := r.expect('{'); err != nil {
		return kindNone, err
	}
	name, err := r.bytes()
	if err != nil {
		return kindNone, err
	}
	k := kindOf(name)
	if k == kindNone {
		return k, fmt.Errorf("unknown kind %q", name)
	}
	return k, nil
}

func (r *reader) close() error { return r.expect('}') }

// bytes reads a string. They are good until the next read.
func (r *reader) bytes() ([]byte, error) {
	if r.tokens.PeekKind() != '"' {
		return nil, r.expect('"')
	}
	quoted, err := r.tokens.ReadValue()
	if err != nil {
		return nil, noEOF(err)
	}
	if plain := quoted[1 : len(quoted)-1]; bytes.IndexByte(plain, '\\') < 0 {
		return plain, nil
	}
	r.scratch, _ = jsontext.AppendUnquote(r.scratch[:0], quoted) // ReadValue has checked it, and allows what is not UTF-8
	return r.scratch, nil
}

// text reads a string.
func (r *reader) text() (string, error) {
	text, err := r.bytes()
	return string(text), err
}

// bool reads a boolean.
func (r *reader) bool() (bool, error) {
	token, err := r.tokens.ReadToken()
	if err != nil {
		return false, noEOF(err)
	}
	if token.Kind() != 't' && token.Kind() != 'f' {
		return false, fmt.Errorf("%v in place of a boolean", token.Kind())
	}
	return token.Bool(), nil
}

// value reads any value, as its JSON. It is good as long as the JSON of the reader.
func (r *reader) value() ([]byte, error) {
	value, err := r.tokens.ReadValue()
	return value, noEOF(err)
}

func (r *reader) skip() error { return noEOF(r.tokens.SkipValue()) }

// noEOF makes the end of the JSON an error like others.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
