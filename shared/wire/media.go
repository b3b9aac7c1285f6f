package wire

import (
	"mime"
	"strings"
)

// isJSON tells whether a body of this content type is JSON in UTF-8:
// application/json, any type with the suffix +json (RFC 6839, section 3.1), or
// no type at all.
func isJSON(contentType string) bool {
	if strings.TrimSpace(contentType) == "" {
		return true
	}
	media, parameters, err := mime.ParseMediaType(contentType)
	if err != nil {
		return false
	}
	if charset, given := parameters["charset"]; given && !strings.EqualFold(charset, "utf-8") {
		return false
	}
	_, subtype, _ := strings.Cut(media, "/")
	name, suffixed := strings.CutSuffix(subtype, "+json")
	return media == "application/json" || suffixed && name != ""
}

// isPlain tells whether a body of this content encoding is not encoded.
func isPlain(contentEncoding string) bool {
	coding := strings.TrimSpace(contentEncoding)
	return coding == "" || strings.EqualFold(coding, "identity")
}
