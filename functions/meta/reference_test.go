package meta_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/config"
)

// referencePages lists the addresses of the pages of the reference.
func referencePages(t *testing.T) []string {
	t.Helper()
	files, err := os.ReadDir("reference")
	if err != nil {
		t.Fatal(err)
	}
	all := []string{"/api/docs"}
	for _, f := range files {
		if page, ok := strings.CutSuffix(f.Name(), ".html"); ok && page != "start" {
			all = append(all, "/api/docs/"+page)
		}
	}
	if len(all) < 20 {
		t.Fatalf("%d pages: make reference makes them", len(all))
	}
	return all
}

// Each page is sent with a policy that allows its own style sheet and script by their hashes, and
// the request for the index of the search, but no other script, style or site.
func TestPolicyOfTheReference(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	for _, page := range referencePages(t) {
		answer := api.Send(apitest.Request{Method: "GET", Path: page})
		if answer.Status != 200 || answer.Header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Fatalf("%s: %d %s", page, answer.Status, answer.Header.Get("Content-Type"))
		}
		want := "default-src 'none'; style-src " + hashOf(t, answer.Body, "style") + "; script-src " +
			hashOf(t, answer.Body, "script") +
			"; connect-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
		if got := answer.Header.Values("Content-Security-Policy"); len(got) != 1 || got[0] != want {
			t.Errorf("%s: policy %q, want %s", page, got, want)
		}
	}
}

// hashOf is the source of a policy for the only element of that kind in a page.
func hashOf(t *testing.T, page []byte, tag string) string {
	t.Helper()
	_, rest, _ := bytes.Cut(page, []byte("<"+tag+">"))
	content, _, ok := bytes.Cut(rest, []byte("</"+tag+">"))
	if !ok || bytes.Count(page, []byte("<"+tag)) != 1 {
		t.Fatalf("the page has not one <%s>", tag)
	}
	sum := sha256.Sum256(content)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func TestUnknownPagesOfTheReference(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	for _, name := range []string{"nothing", "start", "start.html", "timers.html", "..", "%2e%2e%2ferror",
		"..%2freference%2ftimers", `..%5cerror`, "search", "Timers", "%00"} {
		api.Send(apitest.Request{Method: "GET", Path: "/api/docs/" + name}).Problem(404, "not_found")
	}
}

// Browsers get a page that leads to the reference.
func TestUnknownPageInABrowser(t *testing.T) {
	t.Parallel()
	answer := apitest.New(t).Send(apitest.Request{Method: "GET", Path: "/api/docs/timer",
		Header: map[string]string{"Accept": "text/html,*/*;q=0.8"}})
	if answer.Status != 404 || answer.Header.Get("Content-Type") != "text/html; charset=utf-8" ||
		!bytes.Contains(answer.Body, []byte(`href="../docs"`)) {
		t.Errorf("%d %s %s", answer.Status, answer.Header.Get("Content-Type"), answer.Body)
	}
}

// Programs that read find the pages in Markdown by the contents at /llms.txt: each link leads to a page, and each page
// names its form in Markdown.
func TestPagesInMarkdown(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	contents := api.Send(apitest.Request{Method: "GET", Path: "/llms.txt"})
	if contents.Status != 200 || contents.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Fatalf("%d %s", contents.Status, contents.Header.Get("Content-Type"))
	}
	listed := map[string]bool{}
	for _, link := range regexp.MustCompile(`\]\((api/docs/[^)]*)\)`).FindAllSubmatch(contents.Body, -1) {
		path := "/" + string(link[1])
		listed[path] = true
		answer := api.Send(apitest.Request{Method: "GET", Path: path})
		if answer.Status != 200 || answer.Header.Get("Content-Type") != "text/markdown; charset=utf-8" ||
			!bytes.HasPrefix(answer.Body, []byte("# ")) || bytes.Contains(answer.Body, []byte("</div>")) {
			t.Errorf("%s: %d %s %.80s", path, answer.Status, answer.Header.Get("Content-Type"), answer.Body)
		}
	}
	for _, page := range referencePages(t)[1:] {
		if !listed[page+".md"] {
			t.Errorf("/llms.txt does not list %s", page)
		}
		html := api.Send(apitest.Request{Method: "GET", Path: page}).Body
		want := `<link rel="alternate" type="text/markdown" href="` + strings.TrimPrefix(page, "/api/docs/") + `.md">`
		if !bytes.Contains(html, []byte(want)) {
			t.Errorf("%s does not name its form in Markdown", page)
		}
	}
}

func TestIndexOfTheSearch(t *testing.T) {
	t.Parallel()
	answer := apitest.New(t).Send(apitest.Request{Method: "GET", Path: "/api/docs/search.json"})
	if answer.Status != 200 || !strings.HasPrefix(answer.Header.Get("Content-Type"), "application/json") ||
		!strings.HasPrefix(string(answer.Body), `[{"t":`) {
		t.Errorf("%d %s %.60s", answer.Status, answer.Header.Get("Content-Type"), answer.Body)
	}
}

// The reference and the OpenAPI document are sent compressed to those who accept it and send Accept.
// The plain and the compressed body are the same.
func TestCompression(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	for _, path := range []string{"/api/docs", "/api/docs/timers", "/api/docs/search.json", "/api/openapi.json"} {
		plain := api.Send(apitest.Request{Method: "GET", Path: path, Header: map[string]string{"Accept-Encoding": "gzip"}})
		if got := plain.Header.Get("Content-Encoding"); got != "" {
			t.Errorf("%s without Accept: encoding %q", path, got)
		}
		for accepted, want := range map[string]string{
			"gzip": "gzip", "br;q=1.0, GZIP ; q=0.5, *;q=0": "gzip", "deflate, x-gzip": "gzip",
			"": "", "identity": "", "gzip;q=0": "", "gzip; q=0.000": "", "br, gzip;q=x": "", "gzipped": "",
			"gzip;\tq=0": "", "gzip\t;\tq=0.0\t,\tbr": "", "gzip;\tq=1": "gzip", "gzip;Q=0": "", "*;q=0": "", "*, gzip;q=0": "",
			"*": "gzip", "identity;q=0, *": "gzip", "identity, gzip;q=0.5": "", "identity;q=0.5, gzip": "gzip", "gzip;q=2": "",
			"gzip;q=-1": "", "gzip;q=NaN": "", "gzip;q": "", "gzip;q=": "", ";": "",
		} {
			answer := api.Send(apitest.Request{Method: "GET", Path: path,
				Header: map[string]string{"Accept": "application/json", "Accept-Encoding": accepted}})
			if got := answer.Header.Get("Content-Encoding"); answer.Status != 200 || got != want {
				t.Errorf("%s with %q: %d, encoding %q, want %q", path, accepted, answer.Status, got, want)
				continue
			}
			if !strings.Contains(strings.Join(answer.Header.Values("Vary"), ","), "Accept, Accept-Encoding") {
				t.Errorf("%s: Vary %q", path, answer.Header.Values("Vary"))
			}
			if body := unpack(t, answer.Body, want); !bytes.Equal(body, plain.Body) {
				t.Errorf("%s with %q: another body", path, accepted)
			}
		}
	}
}

func TestCompressionCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.Uncompressed = true })
	answer := api.Send(apitest.Request{Method: "GET", Path: "/api/openapi.json",
		Header: map[string]string{"Accept": "*/*", "Accept-Encoding": "gzip"}})
	if got := answer.Header.Get("Content-Encoding"); answer.Status != 200 || got != "" || !json.Valid(answer.Body) {
		t.Errorf("%d, encoding %q", answer.Status, got)
	}
}

func unpack(t *testing.T, body []byte, encoding string) []byte {
	t.Helper()
	if encoding == "" {
		return body
	}
	reader, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// The root leads browsers to the reference, and programs to what they can read. Paths below it
// that no route has stay unknown.
func TestRoot(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	browser := api.Send(apitest.Request{Method: "GET", Path: "/",
		Header: map[string]string{"Accept": "text/html,*/*;q=0.8"}})
	if got := browser.Header.Get("Location"); browser.Status != 302 || got != apitest.BaseURL+"/api/docs" {
		t.Errorf("%d to %s", browser.Status, got)
	}
	program := api.Send(apitest.Request{Method: "GET", Path: "/"}).OK()
	if program["docs"] != apitest.BaseURL+"/api/docs" || program["openapi"] != apitest.BaseURL+"/api/openapi.json" ||
		program["health"] != apitest.BaseURL+"/api/health" {
		t.Errorf("%v", program)
	}
	api.Send(apitest.Request{Method: "POST", Path: "/"}).Problem(405, "method_not_allowed")
}
