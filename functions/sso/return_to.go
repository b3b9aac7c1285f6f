package sso

import (
	"net/url"
	"strings"
)

// signedInPath is where a browser goes unless it said otherwise.
const (
	signedInPath  = "/p/signed-in"
	checkMailPath = "/p/check-mail"
)

// maxReturnTo is the length of an address to return to, in bytes.
const maxReturnTo = 2000

// isAllowedReturn reports whether a browser may be sent to an address in the end: a
// path on this site, or an address that begins with an origin that may call
// this API or that a front end of ours stands on. Whatever browsers and proxies
// read in different ways is refused: blanks, backslashes, anything beyond
// visible ASCII, and two slashes in a row, encoded or not.
func (f *Family) isAllowedReturn(address string) bool {
	hasUnsafe := strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' || r == '\\' })
	if address == "" || len(address) > maxReturnTo || hasUnsafe {
		return false
	}
	rest, ok := f.cutOrigin(address)
	if !ok {
		return false
	}
	u, err := url.Parse(rest)
	if err != nil || strings.ContainsFunc(u.Path, func(r rune) bool { return r < ' ' || r == '\\' || r == 0x7f }) {
		return false
	}
	return !strings.HasPrefix(rest, "//") && !strings.Contains(u.Path, "//")
}

// cutOrigin takes an allowed origin off an address. What is left begins the
// path, the query or the fragment, or is nothing; for a path on this site it is
// all of it.
func (f *Family) cutOrigin(address string) (rest string, ok bool) {
	if strings.HasPrefix(address, "/") {
		return address, true
	}
	for _, origin := range f.allowedOrigins() {
		rest, found := strings.CutPrefix(address, origin)
		if found && (rest == "" || strings.ContainsAny(rest[:1], "/?#")) {
			return rest, true
		}
	}
	return "", false
}

// allowedOrigins are those that a browser may return to.
func (f *Family) allowedOrigins() []string {
	all := append([]string(nil), f.config.AllowedOrigins...)
	for _, address := range []string{f.config.PublicURL, f.config.AppBaseURL} {
		if u, err := url.Parse(address); err == nil && u.Host != "" {
			all = append(all, u.Scheme+"://"+strings.ToLower(u.Host))
		}
	}
	return all
}
