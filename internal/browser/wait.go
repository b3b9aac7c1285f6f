package browser

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

const (
	patience = time.Minute           // ends what hangs, and nothing that a busy machine slows down
	interval = 20 * time.Millisecond // between two looks at a page that is not ready
)

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
