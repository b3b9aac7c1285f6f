package browser

import (
	"context"
	"errors"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// Exchange is a request of a page and its response. Each redirect is an exchange.
type Exchange struct {
	Method, URL string
	Referer     string // the request's header as sent; "" is none
	Status      int    // 0 without a response
	Location    string // the response's header; "" is none
}

// Exchanges are all exchanges of the page, in order. It waits for the responses.
func (p *Page) Exchanges() (all []Exchange) {
	p.t.Helper()
	p.await("wait for all responses", func(context.Context) (err error) {
		all, err = p.seen.exchanges()
		return err
	})
	return all
}

// exchanges fails as long as a response or the headers of a request are missing.
func (s *traffic) exchanges() (all []Exchange, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	used := map[network.RequestID]int{}
	for _, r := range s.requests {
		e := r.Exchange
		if r.detailed {
			if used[r.id] == len(s.referers[r.id]) {
				return nil, errors.New("the headers of " + e.URL + " are missing")
			}
			e.Referer = s.referers[r.id][used[r.id]]
			used[r.id]++
		}
		if !r.answered {
			return nil, errors.New("no response to " + e.URL)
		}
		all = append(all, e)
	}
	return all, nil
}

// Requests are the URLs of everything that the page loaded, without the page itself.
func (p *Page) Requests() (all []string) {
	p.seen.mutex.Lock()
	defer p.seen.mutex.Unlock()
	window := cdp.FrameID(chromedp.FromContext(p.context).Target.TargetID)
	for _, r := range p.seen.requests {
		if !r.page || r.frame != window {
			all = append(all, r.URL)
		}
	}
	return all
}

// complaints are the errors in the page's console.
func (p *Page) complaints() []string {
	p.seen.mutex.Lock()
	defer p.seen.mutex.Unlock()
	return append([]string(nil), p.seen.complaints...)
}

// History are the URLs of the page's history, including the current one.
func (p *Page) History() (all []string) {
	p.t.Helper()
	p.run("read the history", func(ctx context.Context) error {
		history, err := chromedp.Run(ctx, chromedp.NavigationEntries())
		for _, e := range history.Entries {
			all = append(all, e.URL, e.UserTypedURL)
		}
		return err
	})
	return all
}
