package main

import (
	"net/http"
	"net/url"
	"strings"
)

// rootMetadata are the addresses of metadata that RFC 8414 and RFC 9728 make of an address with a path: they put the
// path behind.
var rootMetadata = []string{"/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource"}

// withRootMetadata also serves the metadata of a public URL with a path where the RFCs put them: those of
// https://example.com/time at https://example.com/.well-known/oauth-authorization-server/time. A proxy that removes the
// path from all other requests passes these on unchanged.
func withRootMetadata(publicURL string, next http.Handler) http.Handler {
	u, err := url.Parse(publicURL)
	if err != nil || strings.Trim(u.Path, "/") == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, name := range rootMetadata {
			rest, is := strings.CutPrefix(r.URL.Path, name+u.Path)
			if is && (rest == "" || rest[0] == '/') {
				r = withPath(r, name+rest)
				break
			}
		}
		next.ServeHTTP(w, r)
	})
}

// withPath is a request for another path.
func withPath(r *http.Request, path string) *http.Request {
	other := r.Clone(r.Context())
	other.URL.Path, other.URL.RawPath = path, ""
	other.RequestURI = other.URL.RequestURI()
	return other
}
