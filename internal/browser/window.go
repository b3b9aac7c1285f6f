package browser

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// window is how a window shows pages.
type window struct {
	width, height int64 // in CSS pixels
	scale         float64
	touch         bool
	script        bool
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

// newPage opens a window with its own cookies. It is closed with the test.
func newPage(t testing.TB, w window) *Page {
	t.Helper()
	p := &Page{t: t, window: w}
	var end context.CancelFunc
	p.context, end = chromedp.NewContext(chromium(t), chromedp.WithNewBrowserContext(), chromedp.WithListener(p.seen.add))
	t.Cleanup(end)
	if err := chromedp.Do(p.context); err != nil { // not in run: the window lives as long as this context
		t.Fatalf("no window can be opened: %v", err)
	}
	p.run("open a window", p.prepare)
	return p
}

// prepare makes the new window one of its kind.
func (p *Page) prepare(ctx context.Context) error {
	if p.window.language != "" {
		if _, err := chromedp.Call(ctx, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{AcceptLanguage: p.window.language}); err != nil {
			return err
		}
	}
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
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
	_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !allowed})
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
