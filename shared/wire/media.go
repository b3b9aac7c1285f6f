package wire

import (
	"mime"
	"strings"
)

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
