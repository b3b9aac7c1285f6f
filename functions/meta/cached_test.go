package meta_test

import (
	"testing"

	"stint/internal/apitest"
)

// Public documents have an ETag, may be kept for five minutes, and are not sent again to a client that has them.
func TestPublicDocumentsAreCached(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	get := func(path string, header map[string]string) *apitest.Answer {
		return api.Send(apitest.Request{Method: "GET", Path: path, Header: header})
	}
	for _, path := range []string{"/api/openapi.json", "/errors/conflict", "/api/docs/search.json"} {
		first := get(path, nil)
		tag := first.Header.Get("ETag")
		if first.Status != 200 || tag == "" || first.Header.Get("Cache-Control") != "public, max-age=300" {
			t.Fatalf("%s: %d, %v", path, first.Status, first.Header)
		}
		for _, header := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
			again := get(path, map[string]string{"If-None-Match": header})
			if again.Status != 304 || len(again.Body) > 0 || again.Header.Get("ETag") != tag ||
				again.Header.Get("Content-Type") != "" {
				t.Errorf("%s with %s: %d, %d bytes, %v", path, header, again.Status, len(again.Body), again.Header)
			}
		}
		if other := get(path, map[string]string{"If-None-Match": `"other"`}); other.Status != 200 {
			t.Errorf("%s with another tag: %d", path, other.Status)
		}
	}
	for _, path := range []string{"/api/openapi.json", "/errors/conflict"} {
		plain := get(path, map[string]string{"Accept": "*/*"})
		zipped := get(path, map[string]string{"Accept": "*/*", "Accept-Encoding": "gzip"})
		if plain.Header.Get("ETag") == zipped.Header.Get("ETag") || zipped.Header.Get("Content-Encoding") != "gzip" {
			t.Errorf("%s: both forms have the tag %s", path, plain.Header.Get("ETag"))
		}
	}
	for _, path := range []string{"/errors/nothing", "/api/docs/nothing"} {
		if missing := get(path, nil); missing.Status != 404 || missing.Header.Get("ETag") != "" ||
			missing.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, %v", path, missing.Status, missing.Header)
		}
	}
}
