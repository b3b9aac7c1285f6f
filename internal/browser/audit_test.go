package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// serve serves a page with a body at "/" and returns its address.
func serve(t *testing.T, body string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w,
			`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A page</title>
<style>body { color: #000; background: #fff } @media (prefers-color-scheme: dark) { .night { color: #333; background: #000 } }</style>
<main><h1>A page</h1>%s</main>`, body)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// Every kind of problem is found on the page that has it, and none on a page that has none.
// Scripts are off in the window.
func TestAuditFindsProblems(t *testing.T) {
	p := NewPhonePage(t)
	for body, want := range map[string][]string{
		`<p>Words</p>`:                     nil,
		`<h3>Words</h3>`:                   {"light: heading skips a level", "light: axe: heading-order"},
		`<p style="color: #aaa">Pale</p>`:  {"light: contrast", "light: axe: color-contrast"},
		`<p class="night">Pale</p>`:        {"dark: contrast", "dark: axe: color-contrast"},
		`<input>`:                          {"light: no label", "light: axe: label", "light: under 44 px high"},
		`<img src="/picture">`:             {"light: axe: image-alt"},
		`<p style="width: 400px">Wide</p>`: {"scrolls sideways by"},
		`<p style="width: 3ch; overflow-wrap: anywhere">timesheet</p>`: {`320 px: breaks the word "timesheet"`},
	} {
		p.Open(serve(t, body))
		found := p.problems(true)
		for _, problem := range want {
			if !slices.ContainsFunc(found, func(f string) bool { return strings.HasPrefix(f, problem) }) {
				t.Errorf("%s: no %q in %q", body, problem, found)
			}
		}
		if want == nil && len(found) > 0 {
			t.Errorf("%s: %q", body, found)
		}
	}
}

// On a page with many elements that look alike, the one that looks different is found.
func TestAuditOfALargePage(t *testing.T) {
	p := NewPhonePage(t)
	alike := strings.Repeat(`<p style="opacity: .95">Words</p>`, 260)
	for odd, want := range map[string][]string{
		`<p style="opacity: .3">Pale</p>`: {"light: axe: color-contrast", "dark: axe: color-contrast"},
		`<p class="night">Pale</p>`:       {"dark: axe: color-contrast"},
		`<img src="/picture">`:            {"light: axe: image-alt"},
		``:                                nil,
	} {
		p.Open(serve(t, alike+odd+alike))
		before := evaluate[string](p, "document.body.outerHTML")
		found := p.problems(true)
		for _, problem := range want {
			if !slices.ContainsFunc(found, func(f string) bool { return strings.HasPrefix(f, problem) }) {
				t.Errorf("%s: no %q in %q", odd, problem, found)
			}
		}
		if want == nil && len(found) > 0 {
			t.Errorf("problems %q", found)
		}
		if evaluate[string](p, "document.body.outerHTML") != before {
			t.Errorf("%s: the page has changed", odd)
		}
	}
}

// A page that nobody sees is looked at as one that is shown.
func TestAuditOfAnUnseenPage(t *testing.T) {
	p := newPage(t, window{width: 1280, height: 800, scale: 1, script: true, unseen: true})
	for body, want := range map[string]string{
		`<p>Words</p>`:                                                              "",
		`<p style="color: #aaa">Pale</p>`:                                           `light: contrast 2.32: p "Pale"`,
		`<button style="height: 40px">Go</button>`:                                  `light: under 44 px high: button "Go" 40`,
		`<p style="width: 400px">Wide</p>`:                                          "scrolls sideways by 88 px at 320 px",
		`<p style="width: 3ch; overflow-wrap: anywhere">timesheet</p>`:              `320 px: breaks the word "timesheet"`,
		`<script>document.querySelector("main").innerHTML += "<h4>x</h4>"</script>`: `light: heading skips a level: h4 "x"`,
	} {
		for range 2 { // at each of the widths first
			p.Open(serve(t, body))
			if found := strings.Join(p.problems(false), "; "); found != want {
				t.Errorf("%s: %q, want %q", body, found, want)
			}
		}
	}
}

// What a page loads from other sites and what its scripts complain about is found, too.
func TestForeignLoadsAndComplaintsAreFound(t *testing.T) {
	other := serve(t, "")
	p := NewDesktopPage(t)
	p.Open(serve(t, `<img alt="" src="`+other+`/picture"><iframe sandbox title="Mail" srcdoc="<img src='`+other+
		`/framed'>"></iframe><img alt="" src="/own"><script>console.error('a complaint'); throw new Error('a failure')</script>`))
	loads := p.foreignLoads()
	slices.Sort(loads)
	if want := []string{"loads " + other + "/framed", "loads " + other + "/picture"}; !slices.Equal(loads, want) {
		t.Errorf("%q, want %q", loads, want)
	}
	found := strings.Join(p.complaints(), "\n")
	for _, want := range []string{"a complaint", "a failure"} {
		if !strings.Contains(found, want) {
			t.Errorf("no %q in %q", want, found)
		}
	}
}
