package lambdahttp

import (
	"bytes"
	"context"
	"encoding/base64"
	"net/http"
	"unicode/utf8"
)

type headKey struct{}

// headBody says of a response to HEAD whether its GET would be too large. The edge leaves the body out, so nobody else
// sees it.
type headBody struct{ isTooLarge bool }

// withHeadBody is the context of a request, and what becomes known of the body that a HEAD leaves out.
func withHeadBody(ctx context.Context) (context.Context, *headBody) {
	head := &headBody{}
	return context.WithValue(ctx, headKey{}, head), head
}

// measureHead looks at the bodies of responses to HEAD, before the edge leaves them out.
func measureHead(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head, ok := r.Context().Value(headKey{}).(*headBody)
		if !ok || r.Method != http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		body := &bodyCopy{ResponseWriter: w}
		next.ServeHTTP(body, r)
		head.isTooLarge = isTooLarge(r.Context(), body.asInEvent())
	})
}

// bodyCopy keeps the body that passes through it.
type bodyCopy struct {
	http.ResponseWriter
	body bytes.Buffer
}

// Write implements http.ResponseWriter.
func (c *bodyCopy) Write(b []byte) (int, error) {
	c.body.Write(b)
	return c.ResponseWriter.Write(b)
}

// asInEvent is the body as the response of a function has it: base64 unless it is UTF-8.
func (c *bodyCopy) asInEvent() string {
	if utf8.Valid(c.body.Bytes()) {
		return c.body.String()
	}
	return base64.StdEncoding.EncodeToString(c.body.Bytes())
}
