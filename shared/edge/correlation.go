package edge

import (
	"net/http"
	"strings"

	"github.com/google/uuid"
)

// CorrelationHeader has the id that links a response to the log.
const CorrelationHeader = "X-Correlation-Id"

// maxCorrelationID bounds a correlation id in characters.
const maxCorrelationID = 128

// IsCorrelationID reports whether a text has the form of a correlation id: 1 to 128 letters
// and digits of ASCII, dots, underscores and hyphens. Each function needs it at its first
// request, so it is no regular expression, which would take long to compile.
func IsCorrelationID(text string) bool {
	return text != "" && len(text) <= maxCorrelationID && strings.IndexFunc(text, isForeign) < 0
}

// isForeign reports whether a correlation id may not contain a character.
func isForeign(r rune) bool {
	inAlphabet := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	return !inAlphabet && (r < '0' || '9' < r) && r != '.' && r != '_' && r != '-'
}

// correlationID is the id that the request chose, if it is valid, else the other one.
func correlationID(r *http.Request, otherwise string) string {
	if sent := r.Header.Values(CorrelationHeader); len(sent) == 1 && IsCorrelationID(sent[0]) {
		return sent[0]
	}
	return otherwise
}

// SetCorrelationID gives a response that does not pass Wrap its correlation id, and
// returns the id.
func SetCorrelationID(w http.ResponseWriter, r *http.Request) string {
	id := correlationID(r, uuid.NewString())
	w.Header().Set(CorrelationHeader, id)
	return id
}
