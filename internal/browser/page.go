package browser

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Page is a browser window with its own cookies.
type Page struct {
	t       testing.TB
	window  window
	context context.Context
	seen    traffic
	opened  *openWindow
	Status  int // of the response to the last Open; 0 for another anchor of the same page

	hasAuthenticator, isNarrow bool
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
	return evaluate[T](p,
		fmt.Sprintf(`fetch(%q, {credentials: 'include', headers: {Authorization: 'Bearer ' + %q}}).then((r) => r.json())`,
			url, bearer))
}

// keys are the keys that have names.
var keys = map[string]string{"Tab": kb.Tab, "Enter": kb.Enter, "Escape": kb.Escape, "Space": " ", "ArrowUp": kb.ArrowUp,
	"ArrowDown": kb.ArrowDown}

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

// window is how a window shows pages.
type window struct {
	width, height int64 // in CSS pixels
	scale         float64
	touch         bool
	script        bool
	unseen        bool   // Chromium does not paint it, scripts know that it is hidden, and nothing in it can be clicked
	language      string // of the reader; "" is Chromium's own
}

// NewPhonePage opens a window with the size of a phone and a touch screen. Scripts are
// off, because pages must work without them.
func NewPhonePage(t testing.TB) *Page { t.Helper(); return NewPhonePageIn(t, "en-GB") }

// NewPhonePageIn is NewPhonePage for a reader of a language, such as de-AT.
func NewPhonePageIn(t testing.TB, language string) *Page {
	t.Helper()
	return newPage(t, window{width: 390, height: 844, scale: 2, touch: true, language: language})
}

// NewDesktopPage opens a window with the size of a small screen, with scripts.
func NewDesktopPage(t testing.TB) *Page { t.Helper(); return NewWindow(t, 1280, 800, true) }

// NewWindow opens a window of a size in CSS pixels, with or without scripts.
func NewWindow(t testing.TB, width, height int, script bool) *Page {
	t.Helper()
	return newPage(t, window{width: int64(width), height: int64(height), scale: 1, script: script})
}

// newPage opens a window. It is closed or emptied with the test.
func newPage(t testing.TB, w window) *Page {
	t.Helper()
	p := &Page{t: t, window: w, opened: takeWindow(t, w)}
	p.context = p.opened.context
	p.opened.seen.Store(&p.seen)
	t.Cleanup(p.leave)
	p.run("open a window", p.prepare)
	return p
}

// prepare makes the new window one of its kind.
func (p *Page) prepare(ctx context.Context) error {
	if p.window.language != "" {
		if _, err := chromedp.Call(ctx, emulation.SetUserAgentOverride,
			emulation.SetUserAgentOverrideParams{AcceptLanguage: p.window.language}); err != nil {
			return err
		}
	}
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		return err
	}
	if err := p.allowScripts(ctx, p.window.script); err != nil {
		return err
	}
	if err := p.showAs(ctx, "", false); err != nil {
		return err
	}
	return p.resize(ctx, p.window.width, p.window.height)
}

func (p *Page) allowScripts(ctx context.Context, allowed bool) error {
	_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: !allowed})
	return err
}

// showAs sets the medium, such as "print" ("" is the screen), and the colour scheme.
func (p *Page) showAs(ctx context.Context, medium string, dark bool) error {
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: medium, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	return err
}

// resize gives the window another size, in CSS pixels.
func (p *Page) resize(ctx context.Context, width, height int64) error {
	options := []chromedp.EmulateViewportOption{chromedp.EmulateScale(p.window.scale)}
	if p.window.touch {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	return chromedp.Do(ctx, chromedp.EmulateViewport(width, height, options...))
}

// UseDarkScheme makes the window prefer dark colours; false makes it prefer light ones.
func (p *Page) UseDarkScheme(dark bool) {
	p.t.Helper()
	p.run("choose a scheme", func(ctx context.Context) error { return p.showAs(ctx, "", dark) })
}
