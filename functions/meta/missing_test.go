package meta_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
)

// An address below that of the pages that has none answers a page, in the language of the browser, as the pages do.
func TestMissingPagesArePages(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	open := func(method, path, language string) *apitest.Answer {
		return api.Send(apitest.Request{Method: method, Path: path,
			Header: map[string]string{"Accept": "text/html", "Accept-Language": language}})
	}
	for _, path := range []string{"/p/x7Kq0", "/p/x7Kq0/deeper", "/p/", "/p//x7Kq0"} {
		for language, text := range map[string]string{"en": "This page does not exist", "de": "Diese Seite gibt es nicht"} {
			for _, method := range []string{"GET", "POST"} {
				if page := open(method, path, language).Page(404); !strings.Contains(page, text) {
					t.Errorf("%s %s in %s:\n%s", method, path, language, page)
				}
			}
		}
	}
	open("GET", "/pages", "en").Problem(404, "not_found")
	open("GET", "/api/p/x", "en").Problem(404, "not_found")
}
