package browser

import "net/http"

// Exchange is one request that a window made, of whatever kind, and what came
// back. Each step of a chain of redirects is one.
type Exchange struct {
	Method, URL string
	Headers     map[string]string // as sent; the names in small letters
	Status      int               // 0 when nothing came back
	Location    string            // where the answer sent the window; "" is nowhere
}

// Referer is the address that the request said it came from.
func (e Exchange) Referer() string { return e.Headers["referer"] }

// Exchanges are all requests that the window has made, in their order.
func (p *Page) Exchanges() (all []Exchange) { p.t.Helper(); p.do("visited", nil, &all); return all }

// History are the addresses that the back and forward buttons lead to, the
// present one included.
func (p *Page) History() (all []string) { p.t.Helper(); p.do("history", nil, &all); return all }

// Cookie is one cookie of the window, as the browser keeps it.
type Cookie struct {
	Name, Value, Domain, Path string
	Expires                   float64 // in seconds since 1970; -1 is with the browser
	HTTPOnly, Secure          bool
	SameSite                  string // Strict, Lax or None
}

// ToHTTP is the cookie as programs send it.
func (c Cookie) ToHTTP() *http.Cookie { return &http.Cookie{Name: c.Name, Value: c.Value} }

// Cookie is the window's cookie of that name; the test ends without one.
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

// Cookies are all that the window has, of whatever site.
func (p *Page) Cookies() (all []Cookie) { p.t.Helper(); p.do("cookies", nil, &all); return all }
