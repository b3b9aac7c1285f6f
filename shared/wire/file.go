package wire

import (
	"fmt"
	"mime"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"stint/shared/problem"
)

// File is the body of a request that is a file as it is, such as a picture. It is the type of the field File of an
// input, whose tags say which files are taken: types lists the media types, separated by commas, and maxBytes is the
// size.
type File struct {
	Type    string // one of the declared media types
	Content []byte
}

// FileSchema says which files a request takes.
type FileSchema struct {
	Types    []string // media types
	MaxBytes int64

	index []int
}

var fileType = reflect.TypeFor[File]()

// inspectFile returns the schema of the field File; nil without one. It panics for a wrong declaration.
func inspectFile(in reflect.Type) *FileSchema {
	field, is := in.FieldByName("File")
	if !is || field.Type != fileType {
		return nil
	}
	where := in.String() + "." + field.Name
	size, err := strconv.ParseInt(field.Tag.Get("maxBytes"), 10, 64)
	if err != nil || size < 1 || field.Tag.Get("types") == "" {
		panic(declarationError(where, "needs the tags types and maxBytes"))
	}
	for _, name := range []string{"Body", "Form"} {
		if _, both := in.FieldByName(name); both {
			panic(declarationError(where, "has a "+name+" beside it"))
		}
	}
	return &FileSchema{Types: strings.Split(field.Tag.Get("types"), ","), MaxBytes: size, index: field.Index}
}

// TakesFile reports whether the body of a request to In is a file.
func TakesFile(in reflect.Type) bool {
	field, is := in.FieldByName("File")
	return is && field.Type == fileType
}

// readFile reads the body as a file. Errors: unsupported_media_type, payload_too_large, validation with required for
// an empty one.
func (r *reader) readFile(contentType, contentEncoding string, body []byte, into reflect.Value) error {
	s := r.issues.request.file
	if len(body) == 0 {
		r.issues.Add("", problem.Required)
		return r.issues.Err()
	}
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil || !slices.Contains(s.Types, media) || !isUnencoded(contentEncoding) {
		return &problem.Error{Code: problem.CodeUnsupportedMediaType, Detail: "The body must be " +
			strings.Join(s.Types, " or ") + ", without a content encoding."}
	}
	if int64(len(body)) > s.MaxBytes {
		return &problem.Error{Code: problem.CodePayloadTooLarge,
			Detail: fmt.Sprintf("The file has more than %d bytes. Nothing was done.", s.MaxBytes)}
	}
	into.FieldByIndex(s.index).Set(reflect.ValueOf(File{Type: media, Content: body}))
	return nil
}
