package accounts

import (
	"net/url"
	"slices"
	"strings"

	"stint/shared/problem"
	"stint/shared/route"
)

// CheckOrigin refuses a request that carries the cookie but comes from a page of
// somebody else's: a browser sends cookies along whoever asks it to. Browsers
// name the page in Origin; programs send none. Errors: forbidden with
// origin_not_allowed.
func (s *Service) CheckOrigin(r *route.Request) error {
	origin := r.Header("Origin")
	if origin == "" || origin == originOf(s.config.PublicURL) || slices.Contains(s.config.AllowedOrigins, origin) {
		return nil
	}
	return problem.Forbidden(problem.OriginNotAllowed)
}

// CheckFormOrigin refuses a form that was sent from a page of somebody else's. A
// browser's word on where the form stood counts before its Origin, which names
// another host where ours goes by several names (Fetch Metadata, section 2.4).
// Errors: forbidden with origin_not_allowed.
func (s *Service) CheckFormOrigin(r *route.Request) error {
	if r.Header("Sec-Fetch-Site") == "same-origin" {
		return nil
	}
	return s.CheckOrigin(r)
}

// originOf is the origin of an address as browsers write it: in lower case,
// without the port that goes without saying (RFC 6454, section 6.2).
func originOf(address string) string {
	u, err := url.Parse(strings.ToLower(address))
	if err != nil {
		return ""
	}
	defaultPort := map[string]string{"http": ":80", "https": ":443"}
	return u.Scheme + "://" + strings.TrimSuffix(u.Host, defaultPort[u.Scheme])
}
