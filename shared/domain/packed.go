package domain

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// packers keeps writers that deflate. A new one takes a megabyte, and more time than it needs for a month.
var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(io.Discard, flate.DefaultCompression)
	if err != nil {
		panic(err) // the level is unknown
	}
	return w
}}

// PackJSON is a value as deflated JSON, for what is stored and never searched.
func PackJSON(value any) []byte {
	var packed bytes.Buffer
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&packed)
	err := json.NewEncoder(w).Encode(value)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(fmt.Sprintf("domain: a value cannot be packed: %v", err)) // a bug: values have types that JSON can encode
	}
	return packed.Bytes()
}

// UnpackJSON reads what PackJSON made, at most so many bytes of JSON. Errors: anything else.
func UnpackJSON(packed []byte, most int64, value any) error {
	text := io.LimitReader(flate.NewReader(bytes.NewReader(packed)), most)
	return json.NewDecoder(text).Decode(value)
}
