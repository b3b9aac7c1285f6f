package wire

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/url"

	"stint/shared/problem"
)

// multipartType is the media type in which mail programs send a one-click unsubscription (RFC 8058, section 3.1).
const multipartType = "multipart/form-data"

// isMultipart reports whether a body of this content type is a form in parts.
func isMultipart(contentType string) bool {
	media, _, err := mime.ParseMediaType(contentType)
	return err == nil && media == multipartType
}

// pairsOfParts turns a form in parts into the form of a browser. The size of the body is limited before. Errors:
// malformed_request.
func pairsOfParts(contentType string, body []byte) ([]byte, error) {
	_, parameters, _ := mime.ParseMediaType(contentType)
	pairs := url.Values{}
	parts := multipart.NewReader(bytes.NewReader(body), parameters["boundary"])
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return []byte(pairs.Encode()), nil
		}
		if err != nil {
			return nil, problem.Malformed("The body is not a well-formed form.")
		}
		value, err := io.ReadAll(part)
		if err != nil {
			return nil, problem.Malformed("The body is not a well-formed form.")
		}
		pairs.Add(part.FormName(), string(value))
	}
}
