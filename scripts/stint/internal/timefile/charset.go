package timefile

import (
	"bytes"
	"errors"
	"io"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// asText opens content as UTF-8 without a byte order mark. Content without a mark is UTF-8 if all
// of it is, UTF-16 if every second byte of its beginning is 0, else Windows-1252, which Excel
// writes in western languages. Errors: errEmpty, and those of reading.
func asText(open opener) (opener, error) {
	charset, err := findCharset(open)
	if err != nil {
		return nil, err
	}
	return func() (io.ReadCloser, error) {
		content, err := open()
		if err != nil {
			return nil, err
		}
		return text{transform.NewReader(content, unicode.BOMOverride(charset.NewDecoder())), content}, nil
	}, nil
}

type text struct {
	io.Reader
	io.Closer
}

func findCharset(open opener) (encoding.Encoding, error) {
	content, err := open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	head := make([]byte, 4)
	n, err := io.ReadFull(content, head)
	head = head[:n]
	switch {
	case n == 0 && errors.Is(err, io.EOF):
		return nil, errEmpty
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return nil, err
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return unicode.UTF8, nil // the mark overrides it
	case n == 4 && head[1] == 0 && head[3] == 0:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), nil
	case n == 4 && head[0] == 0 && head[2] == 0:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), nil
	}
	return utf8OrWindows(io.MultiReader(bytes.NewReader(head), content))
}

// utf8OrWindows reads all of the content.
func utf8OrWindows(content io.Reader) (encoding.Encoding, error) {
	_, err := io.Copy(io.Discard, transform.NewReader(content, encoding.UTF8Validator))
	if errors.Is(err, encoding.ErrInvalidUTF8) {
		return charmap.Windows1252, nil
	}
	return unicode.UTF8, err
}
