package browser

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// Axe looks once at pages that differ in their words only, and again at what differs otherwise.
func TestAxeLooksOnceAtAShape(t *testing.T) {
	p := NewDesktopPage(t)
	for _, c := range []struct{ body, want string }{
		{`<p>Some words</p><img alt="Words" src="/picture"><ul><li>One</li></ul>`, ""},
		{`<p>Some words</p><img src="/picture"><ul><li>One</li></ul>`, "light: axe: image-alt"},
		{`<p>Other words</p><img src="/picture"><ul><li>One</li></ul>`, "light: axe: image-alt"}, // again
		{`<p>Other words</p><img alt=" " src="/picture"><ul><li>One</li></ul>`, "light: axe: image-alt"},
		{`<p>Other words</p><img alt="Words" src="/picture"><ul><p>One</p></ul>`, "light: axe: list"},
		{`<p style="opacity: .3">Words</p><img alt="Words" src="/picture"><ul><li>One</li></ul>`,
			"dark: axe: color-contrast"},
		{`<p class="night">Other words</p><img alt="Words" src="/picture"><ul><li>One</li></ul>`, "dark: contrast"},
	} {
		p.Open(serve(t, c.body))
		found := p.problems(true)
		if c.want == "" && len(found) > 0 || c.want != "" &&
			!slices.ContainsFunc(found, func(f string) bool { return strings.HasPrefix(f, c.want) }) {
			t.Errorf("%s: %q, want %q", c.body, found, c.want)
		}
	}
	p.Open(serve(t, `<p>Other words</p><img alt="A picture" src="/picture"><ul><li>One</li><li>Two</li></ul>`))
	p.run("audit again", func(ctx context.Context) error {
		if a, err := p.newAudit(ctx, true); err != nil || a.hasAxe {
			t.Errorf("axe looks again: %t (%v)", a.hasAxe, err)
		}
		return nil
	})
}
