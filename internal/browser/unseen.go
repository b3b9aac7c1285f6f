package browser

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// CheckStructures opens pages one after the other, and checks what CheckStructure does, and that their status is 200.
// Chromium does not paint them, which saves half of the time.
func CheckStructures(t testing.TB, urls []string) {
	t.Helper()
	p := newPage(t, window{width: 1280, height: 800, scale: 1, script: true, unseen: true})
	for _, url := range urls {
		if p.Open(url); p.Status != 200 {
			t.Errorf("%s: %d", url, p.Status)
		}
		p.CheckStructure()
	}
}

// newContext is the context of a new window, which has its own cookies if people could see it.
func (w window) newContext(t testing.TB, listen func(any)) (context.Context, context.CancelFunc) {
	t.Helper()
	all, listener := chromium(t), chromedp.WithListener(listen)
	if !w.unseen {
		return chromedp.NewContext(all, chromedp.WithNewBrowserContext(), listener)
	}
	made, err := chromedp.CallBrowser(all, target.CreateTarget,
		target.CreateTargetParams{URL: "about:blank", Hidden: new(true), Background: new(true)})
	if err != nil {
		t.Fatalf("no page can be opened unseen: %v", err)
	}
	return chromedp.NewContext(all, chromedp.WithTargetID(made.TargetID), listener)
}
