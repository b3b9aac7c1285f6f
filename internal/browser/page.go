package browser

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	patience = time.Minute           // ends what hangs, and nothing that a busy machine slows down
	interval = 20 * time.Millisecond // between two looks at a page that is not ready
)

// Page is a browser window with its own cookies.
type Page struct {
	t       testing.TB
	window  window
	context context.Context
	seen    traffic
	Status  int // of the response to the last Open; 0 for another anchor of the same page
}

// run does something once. If it fails, the test fails with the page's text and a
// screenshot.
func (p *Page) run(what string, do func(context.Context) error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.context, patience)
	defer cancel()
	p.fail(what, do(ctx))
}

// await does something again and again, until it succeeds.
func (p *Page) await(what string, try func(context.Context) error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.context, patience)
	defer cancel()
	var last error
	for err := try(ctx); err != nil; err = try(ctx) {
		if ctx.Err() != nil {
			p.fail(what, errors.Join(err, last))
		}
		last = err
		select {
		case <-time.After(interval):
		case <-ctx.Done():
		}
	}
}

func (p *Page) fail(what string, err error) {
	p.t.Helper()
	if err == nil {
		return
	}
	ctx, cancel := context.WithTimeout(p.context, patience)
	defer cancel()
	_ = p.shoot(ctx, "failed", true) // the test has failed already
	text, _ := chromedp.Run(ctx, chromedp.Evaluate[string]("document.body.innerText"))
	p.t.Fatalf("%s: %v\nthe page says:\n%s", what, err, text)
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

// WaitForText waits until the page is loaded and shows all texts. Upper and lower case
// are equal.
func (p *Page) WaitForText(texts ...string) {
	p.t.Helper()
	p.awaitTrue(fmt.Sprintf("wait for %q", texts), fmt.Sprintf(`(() => {
		const plain = (text) => text.replace(/\s+/g, ' ').toLowerCase();
		const shown = plain(document.body.innerText);
		return document.readyState === 'complete' && %s.every((text) => shown.includes(plain(text)));
	})()`, toJSON(texts)))
}

// WaitForURL waits until the window has loaded a URL.
func (p *Page) WaitForURL(url string) {
	p.t.Helper()
	p.awaitTrue("wait for "+url, fmt.Sprintf("document.readyState === 'complete' && location.href === %s", toJSON(url)))
}

func (p *Page) awaitTrue(what, expression string) {
	p.t.Helper()
	p.await(what, func(ctx context.Context) error {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression))
		if err == nil && !ok {
			err = errors.New("in vain")
		}
		return err
	})
}
