package browser

import (
	"context"
	"net/http"

	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

// Cookie is a cookie of the page as the browser stores it.
type Cookie struct {
	Name, Value, Domain, Path string
	Expires                   float64 // in seconds since 1970; -1 for a session cookie
	HTTPOnly, Secure          bool
	SameSite                  string // Strict, Lax or None
}

// ToHTTP is the cookie for an HTTP request.
func (c Cookie) ToHTTP() *http.Cookie { return &http.Cookie{Name: c.Name, Value: c.Value} }

// Cookie is the page's cookie with that name. The test fails if there is none.
func (p *Page) Cookie(name string) Cookie {
	p.t.Helper()
	for _, c := range p.Cookies() {
		if c.Name == name {
			return c
		}
	}
	p.t.Fatalf("the browser has no cookie %s: %v", name, p.Cookies())
	return Cookie{}
}

// Cookies are all cookies of the page, of all sites.
func (p *Page) Cookies() (all []Cookie) {
	p.t.Helper()
	p.run("read the cookies", func(ctx context.Context) error {
		got, err := chromedp.CallBrowser(ctx, storage.GetCookies,
			storage.GetCookiesParams{BrowserContextID: chromedp.FromContext(ctx).BrowserContextID})
		for _, c := range got.Cookies {
			all = append(all, Cookie{c.Name, c.Value, c.Domain, c.Path, c.Expires, c.HTTPOnly, c.Secure, string(c.SameSite)})
		}
		return err
	})
	return all
}
