package domain

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
)

// PackJSON is a value as deflated JSON, for what is stored and never searched.
func PackJSON(value any) []byte {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.DefaultCompression)
	if err == nil {
		err = json.NewEncoder(w).Encode(value)
	}
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
