package main

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// The metadata of an address with a path stand where RFC 8414 and RFC 9728 put them, and below the path.
func TestMetadataOfAnAddressWithAPath(t *testing.T) {
	t.Parallel()
	const server, resource = "/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource"
	for publicURL, paths := range map[string]map[string]string{
		"https://example.com/time": {
			server + "/time": server, resource + "/time": resource, resource + "/time/mcp": resource + "/mcp",
			server: server, resource + "/mcp": resource + "/mcp", server + "/timer": server + "/timer",
			server + "/other": server + "/other", "/api/time": "/api/time",
		},
		"https://example.com/a/b": {server + "/a/b": server, server + "/a": server + "/a"},
		"https://example.com":     {server: server, server + "/time": server + "/time"},
	} {
		for path, want := range paths {
			served := ""
			h := withRootMetadata(publicURL, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				served = r.URL.Path
				if r.URL.RequestURI() != r.RequestURI {
					t.Errorf("%s: %s and %s", path, r.URL, r.RequestURI)
				}
			}))
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
			if served != want {
				t.Errorf("%s of %s is %s, want %s", path, publicURL, served, want)
			}
		}
	}
}
