package gateway

import (
	"slices"
	"strings"
)

// BinaryMediaTypes are the API's binary media types. With every type among them, API Gateway passes
// bodies on byte for byte: in base64 to a function, and decoded to the client. Otherwise it would
// replace invalid UTF-8 before the functions could refuse it.
func BinaryMediaTypes() []string { return []string{everyType} }

const everyType = "*/*"

// takesBinary reports whether API Gateway decodes an answer in base64, which it decides by the
// first media type of the request's Accept header alone. Without the header it only does with
// every type among the binary ones.
func takesBinary(accept string, binary []string) bool {
	first, _, _ := strings.Cut(accept, ",")
	first, _, _ = strings.Cut(first, ";")
	first = strings.TrimSpace(first)
	main, _, _ := strings.Cut(first, "/")
	return slices.ContainsFunc(binary, func(t string) bool {
		return t == everyType || first != "" && (t == first || t == main+"/*")
	})
}
