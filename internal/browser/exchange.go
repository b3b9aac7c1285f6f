package browser

import "net/http"

// Exchange is a request of a page and its response. Each redirect is an exchange.
type Exchange struct {
	Method, URL string
	Headers     map[string]string // of the request; names are in lower case
	Status      int               // 0 without a response
	Location    string            // the response's header; "" is none
}

// Referer is the request's header Referer.
func (e Exchange) Referer() string { return e.Headers["referer"] }

// Exchanges are all exchanges of the page, in order.
func (p *Page) Exchanges() (all []Exchange) { p.t.Helper(); p.do("visited", nil, &all); return all }

// History are the URLs of the page's history, including the current one.
func (p *Page) History() (all []string) { p.t.Helper(); p.do("history", nil, &all); return all }

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
func (p *Page) Cookies() (all []Cookie) { p.t.Helper(); p.do("cookies", nil, &all); return all }
