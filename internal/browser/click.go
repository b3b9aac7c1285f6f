package browser

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Click clicks the button with that name and waits for the page that it opens.
func (p *Page) Click(button string) {
	p.t.Helper()
	p.click("click "+button, named(button, "button"))
}

// Follow clicks the link with that name and waits for the page that it opens.
func (p *Page) Follow(link string) {
	p.t.Helper()
	p.click("follow "+link, named(link, "link"))
}

// Choose chooses the radio button with that label.
func (p *Page) Choose(label string) { p.t.Helper(); p.clickFirst("label", label) }

// Unfold opens the first part of the page whose summary contains a text.
func (p *Page) Unfold(summary string) { p.t.Helper(); p.clickFirst("summary", summary) }

// named finds the element with a name and a role.
func named(name, role string) func(context.Context) (runtime.RemoteObjectID, error) {
	return func(ctx context.Context) (runtime.RemoteObjectID, error) { return find(ctx, name, role) }
}

// clickFirst clicks the first element of a selector that contains a text.
func (p *Page) clickFirst(selector, text string) {
	p.t.Helper()
	first := fmt.Sprintf("[...document.querySelectorAll(%s)].find((e) => e.innerText.includes(%s))", toJSON(selector),
		toJSON(text))
	p.click("click "+text, func(ctx context.Context) (runtime.RemoteObjectID, error) {
		found, err := chromedp.Run(ctx, chromedp.Evaluate[*runtime.RemoteObject](first))
		if err == nil && found.ObjectID == "" {
			err = errors.New("the page has none")
		}
		if err != nil {
			return "", err
		}
		return found.ObjectID, nil
	})
}

// place is where an element can be clicked.
type place struct {
	Ready   bool // visible, enabled and not covered
	X, Y    float64
	Leaves  bool // the click opens another page
	Covered string
}

// locate scrolls to the element and finds its place.
const locate = `function () {
	this.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
	const {left, top, width, height} = this.getClientRects()[0] ?? {};
	const [x, y] = [left + width / 2, top + height / 2];
	const at = width && document.elementFromPoint(x, y);
	const ready = document.readyState === 'complete' && !this.disabled && Boolean(at) && (this.contains(at) || at.contains(this));
	const sends = this.type === 'submit' && this.form && (this.form.noValidate || this.formNoValidate || this.form.matches(':valid'));
	const here = this.hash && this.href.split('#')[0] === location.href.split('#')[0];
	return {ready, x: x || 0, y: y || 0, leaves: Boolean(sends || this.href && !here), covered: at ? at.outerHTML.slice(0, 100) : ''};
}`

// click waits until an element can be clicked, clicks it, and waits for the page that it
// opens.
func (p *Page) click(what string, find func(context.Context) (runtime.RemoteObjectID, error)) {
	p.t.Helper()
	var at place
	p.await(what, func(ctx context.Context) error {
		element, err := find(ctx)
		if err == nil {
			at, err = call[place](ctx, element, locate)
		}
		if err == nil && !at.Ready {
			err = fmt.Errorf("it cannot be clicked; at its place is %s", at.Covered)
		}
		return err
	})
	p.run(what, func(ctx context.Context) (err error) {
		click := chromedp.MouseClickXY(at.X, at.Y)
		if !at.Leaves {
			return chromedp.Do(ctx, click)
		}
		_, err = chromedp.RunResponse(ctx, click)
		return err
	})
}

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
