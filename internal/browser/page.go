package browser

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Page is a browser window with its own cookies.
type Page struct {
	t       testing.TB
	window  window
	context context.Context
	seen    traffic
	Status  int // of the response to the last Open; 0 for another anchor of the same page
}

// evaluate is the value of an expression in the page.
func evaluate[T any](p *Page, expression string) (value T) {
	p.t.Helper()
	p.run("read the page", func(ctx context.Context) (err error) {
		value, err = chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
		return err
	})
	return value
}

// Open opens a URL and sets Status.
func (p *Page) Open(url string) {
	p.t.Helper()
	p.run("open "+url, func(ctx context.Context) error {
		response, err := chromedp.Run(ctx, chromedp.NavigateResponse(url))
		p.Status = 0
		if response != nil {
			p.Status = int(response.Status)
		}
		return err
	})
}

// Fetch requests a URL from a script of the page, with an access token and cookies,
// and decodes the JSON response. The browser applies the rules for other origins.
func Fetch[T any](p *Page, url, bearer string) T {
	p.t.Helper()
	return evaluate[T](p, fmt.Sprintf(`fetch(%q, {credentials: 'include', headers: {Authorization: 'Bearer ' + %q}}).then((r) => r.json())`, url, bearer))
}

// keys are the keys that have names.
var keys = map[string]string{"Tab": kb.Tab, "Enter": kb.Enter, "Escape": kb.Escape, "Space": " ", "ArrowUp": kb.ArrowUp, "ArrowDown": kb.ArrowDown}

// Press presses a key, such as "Tab", "Shift+Tab" or "/".
func (p *Page) Press(key string) {
	p.t.Helper()
	name, shifted := strings.CutPrefix(key, "Shift+")
	var options []chromedp.KeyOption
	if shifted {
		options = append(options, chromedp.KeyModifiers(chromedp.ModifierShift))
	}
	code, named := keys[name]
	if !named {
		code = name
	}
	p.run("press "+key, func(ctx context.Context) error { return chromedp.Do(ctx, chromedp.KeyEvent(code, options...)) })
}

// Type types a text into the focused element.
func (p *Page) Type(text string) {
	p.t.Helper()
	p.run("type "+text, func(ctx context.Context) error { return chromedp.Do(ctx, chromedp.KeyEvent(text)) })
}

// Text is the visible text of the page.
func (p *Page) Text() string { p.t.Helper(); return evaluate[string](p, "document.body.innerText") }

// Title is the title of the page.
func (p *Page) Title() string { p.t.Helper(); return evaluate[string](p, "document.title") }

// URL is the current URL.
func (p *Page) URL() string { p.t.Helper(); return evaluate[string](p, "location.href") }

// Focused is the label or text of the focused element, and whether it has a visible
// outline.
func (p *Page) Focused() (name string, outlined bool) {
	p.t.Helper()
	got := evaluate[struct {
		Name     string
		Outlined bool
	}](p, `(() => {
		const e = document.activeElement;
		const style = getComputedStyle(e);
		const name = e.labels?.length ? e.labels[0].innerText : e.innerText;
		return {name: (name || '').trim(), outlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2};
	})()`)
	return got.Name, got.Outlined
}
