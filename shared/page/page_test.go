package page_test

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"math"
	"net/http/httptest"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

var _, _ route.DescribedResponder = page.Page{}, page.Rendered{}

func TestPageIsAccessible(t *testing.T) {
	t.Parallel()
	html := string(page.Page{Title: "A < B", Body: "<h1>Hello</h1>"}.HTML())
	for _, want := range []string{
		"<!doctype html>", `<html lang="en">`, `name="viewport"`, "<title>A &lt; B · Stint</title>",
		`<main id="main">`, "<h1>Hello</h1>", `href="#main"`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, never := range []string{"<script", "http://", "https://", " src=", "@import", "url("} {
		if strings.Contains(html, never) {
			t.Errorf("the page has %s", never)
		}
	}
}

// A page with a form sends its origin as the referrer, never its address. Every
// other page sends no referrer.
func TestFormPagesNameTheirOrigin(t *testing.T) {
	t.Parallel()
	const meta = `<meta name="referrer" content="strict-origin">`
	if html := string(page.Page{Title: "T", Form: true}.HTML()); !strings.Contains(html, meta) {
		t.Errorf("a page with a form lacks %s", meta)
	}
	if html := string(page.Page{Title: "T"}.HTML()); strings.Contains(html, "referrer") {
		t.Error("a page without a form has a referrer policy of its own")
	}
}

func TestRespond(t *testing.T) {
	t.Parallel()
	made := page.Page{Title: "T", Body: "x"}.HTML()
	for _, c := range []struct {
		name   string
		answer route.Responder
		status int
	}{
		{"a page", page.Page{Title: "T", Body: "x"}, 200},
		{"a page about a problem", page.Page{Problem: problem.NotFound(), Title: "T", Body: "x"}, 404},
		{"a page made beforehand", page.Rendered(made), 200},
	} {
		w := httptest.NewRecorder()
		c.answer.Respond(w)
		if w.Code != c.status || w.Header().Get("Content-Type") != "text/html; charset=utf-8" ||
			w.Body.String() != string(made) {
			t.Errorf("%s: %d %s\n%s", c.name, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
	}
}

// A page carries the headers that its problem calls for.
func TestProblemsGiveHeaders(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		problem *problem.Error
		want    string
	}{
		"WWW-Authenticate": {problem.New(problem.CodeUnauthorized), "Bearer"},
		"Retry-After":      {problem.RateLimited(30 * time.Second), "30"},
	} {
		w := httptest.NewRecorder()
		page.Page{Problem: c.problem}.Respond(w)
		if got := w.Header().Get(name); got != c.want || w.Code != c.problem.Status() {
			t.Errorf("%d with %s %q, want %d with %q", w.Code, name, got, c.problem.Status(), c.want)
		}
	}
}

// The policy allows exactly the style sheet that is in the page.
func TestPolicy(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	page.Page{Title: "T"}.Respond(w)
	_, rest, _ := strings.Cut(w.Body.String(), "<style>")
	style, _, ok := strings.Cut(rest, "</style>")
	if !ok {
		t.Fatal("the page has no style sheet")
	}
	sum := sha256.Sum256([]byte(style))
	want := "default-src 'none'; img-src data:; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
	if !strings.Contains(w.Body.String(), `<link rel="icon" href="data:,">`) {
		t.Error("a browser asks for an icon")
	}
	if got := w.Header().Get("Content-Security-Policy"); got != want {
		t.Errorf("policy\n%s\nwant\n%s", got, want)
	}
}

func TestBodyIsNotChanged(t *testing.T) {
	t.Parallel()
	const body = template.HTML(`<p id="x">a &amp; b</p>`)
	if html := string(page.Page{Body: body}.HTML()); !strings.Contains(html, string(body)) {
		t.Errorf("the body was changed:\n%s", html)
	}
}

// Text has at least the contrast 4.5 to 1 on every background behind it
// (WCAG 2.2, 1.4.3), in the light and the dark scheme and on paper.
func TestContrast(t *testing.T) {
	t.Parallel()
	style, err := os.ReadFile("style.css")
	if err != nil {
		t.Fatal(err)
	}
	schemes := regexp.MustCompile(`:root \{[^}]*--ink[^}]*\}`).FindAllString(string(style), -1)
	if len(schemes) != 3 {
		t.Fatalf("%d schemes, want light, dark and paper", len(schemes))
	}
	for _, scheme := range schemes {
		colors := map[string]float64{}
		for _, found := range regexp.MustCompile(`--(\w+): #(\w{6})`).FindAllStringSubmatch(scheme, -1) {
			colors[found[1]] = luminance(t, found[2])
		}
		for _, pair := range []string{"ink paper", "ink tint", "ink ground", "soft paper", "soft tint", "soft ground",
			"good paper", "bad tint", "link paper", "link tint", "bad paper", "paper link"} {
			front, back, _ := strings.Cut(pair, " ")
			high, low := max(colors[front], colors[back]), min(colors[front], colors[back])
			if ratio := (high + 0.05) / (low + 0.05); ratio < 4.5 {
				t.Errorf("%s on %s: contrast %.2f in %s", front, back, ratio, scheme)
			}
		}
	}
}

// luminance is the relative luminance of a colour rrggbb (WCAG 2.2).
func luminance(t *testing.T, rgb string) float64 {
	t.Helper()
	var sum float64
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(rgb[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func TestNamesBreakBetweenWords(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]template.HTML{
		"correlationId": "correlation<wbr>Id", "EntryList": "Entry<wbr>List", "URL": "URL", "a<B": "a&lt;B", "": "",
	} {
		if got := page.BreakableName(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
