package sso

import (
	"net/url"
	"strings"
)

// The pages that a browser is redirected to. signedInPath is the default.
const (
	signedInPath  = "/p/signed-in"
	checkMailPath = "/p/check-mail"
)

// maxReturnTo is the maximum length of an address to return to, in bytes.
const maxReturnTo = 2000

// isAllowedReturn reports whether a browser may be redirected to an address at the
// end of a flow: a path on this site, or an address on an origin that may call this
// API or that serves the front end. It refuses everything that browsers and proxies
// read in different ways: blanks, backslashes, anything but visible ASCII, and two
// slashes in a row, encoded or not.
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

// cutOrigin removes an allowed origin from an address. The rest is empty or begins
// with the path, the query or the fragment. A path on this site is returned as it
// is. ok is false for other origins.
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

// allowedOrigins lists the origins that a browser may be redirected to.
func (f *Family) allowedOrigins() []string {
	all := append([]string(nil), f.config.AllowedOrigins...)
	for _, address := range []string{f.config.PublicURL, f.config.AppBaseURL} {
		if u, err := url.Parse(address); err == nil && u.Host != "" {
			all = append(all, u.Scheme+"://"+strings.ToLower(u.Host))
		}
	}
	return all
}
