package browser

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// openWindow is a window of Chromium. Opening one takes as much as three pages do, so later tests use it again, empty.
type openWindow struct {
	context context.Context
	close   context.CancelFunc
	seen    atomic.Pointer[traffic] // of the Page that uses the window
}

// idle are the windows that no test uses, by their kind.
var idle = struct {
	sync.Mutex
	windows map[window][]*openWindow
}{windows: map[window][]*openWindow{}}

// takeWindow is an idle window of a kind, or a new one.
func takeWindow(t testing.TB, kind window) *openWindow {
	t.Helper()
	idle.Lock()
	defer idle.Unlock()
	if all := idle.windows[kind]; len(all) > 0 {
		idle.windows[kind] = all[:len(all)-1]
		return all[len(all)-1]
	}
	w := &openWindow{}
	w.context, w.close = kind.newContext(t, func(event any) {
		if seen := w.seen.Load(); seen != nil {
			seen.add(event)
		}
	})
	if err := chromedp.Do(w.context); err != nil { // the window lives as long as this context
		t.Fatalf("no window can be opened: %v", err)
	}
	return w
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

// leave empties the window of a test that ended, for later tests. It closes the window where the test failed, where
// it cannot be emptied, and where it keeps more than leave removes.
func (p *Page) leave() {
	ctx, cancel := context.WithTimeout(p.context, patience)
	defer cancel()
	if p.t.Failed() || p.window.unseen || p.hasAuthenticator || p.empty(ctx) != nil {
		p.opened.close()
		return
	}
	p.opened.seen.Store(nil)
	idle.Lock()
	defer idle.Unlock()
	idle.windows[p.window] = append(idle.windows[p.window], p.opened)
}

// empty removes what pages left in the window: themselves, their history, cookies, storage and cached files.
func (p *Page) empty(ctx context.Context) error {
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		return err
	}
	for _, origin := range p.seen.origins() {
		if _, err := chromedp.Call(ctx, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{
			Origin: origin, StorageTypes: "local_storage,indexeddb,cache_storage,service_workers"}); err != nil {
			return err
		}
	}
	if _, err := chromedp.CallBrowser(ctx, storage.ClearCookies,
		storage.ClearCookiesParams{BrowserContextID: chromedp.FromContext(ctx).BrowserContextID}); err != nil {
		return err
	}
	if _, err := chromedp.Call(ctx, network.ClearBrowserCache, cdp.Empty{}); err != nil {
		return err
	}
	_, err := chromedp.Call(ctx, page.ResetNavigationHistory, cdp.Empty{})
	return err
}
