package account

import (
	"net/url"
	"slices"
	"strings"

	"stint/shared/problem"
	"stint/shared/route"
)

// sameOrigin refuses a request that carries the cookie but comes from a page of
// somebody else's: a browser sends cookies along whoever asks it to. Browsers
// name the page in Origin; programs send none. Errors: forbidden with
// origin_not_allowed.
func (f *Family) sameOrigin(r *route.Request) error {
	origin := r.Header("Origin")
	if origin == "" || origin == originOf(f.config.PublicURL) || slices.Contains(f.config.Origins, origin) {
		return nil
	}
	return problem.Deny(problem.OriginNotAllowed)
}

// originOf is the origin of an address as browsers write it: in lower case,
// without the port that goes without saying (RFC 6454, section 6.2).
func originOf(address string) string {
	u, err := url.Parse(strings.ToLower(address))
	if err != nil {
		return ""
	}
	usual := map[string]string{"http": ":80", "https": ":443"}
	return u.Scheme + "://" + strings.TrimSuffix(u.Host, usual[u.Scheme])
}
