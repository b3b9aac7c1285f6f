package accounts

import (
	"net/url"
	"slices"
	"strings"

	"stint/shared/problem"
	"stint/shared/route"
)

// CheckOrigin refuses a request that a foreign web page made. Such a request carries
// the cookie, because browsers send cookies whichever page makes the request (CSRF).
// Browsers name the page in Origin; programs send no Origin. Errors: forbidden with
// origin_not_allowed.
func (s *Service) CheckOrigin(r *route.Request) error {
	origin := r.Header("Origin")
	if origin == "" || origin == originOf(s.config.PublicURL) || slices.Contains(s.config.AllowedOrigins, origin) {
		return nil
	}
	return problem.Forbidden(problem.OriginNotAllowed)
}

// CheckFormOrigin refuses a form that a foreign web page sent. Sec-Fetch-Site is
// checked before Origin, because Origin is another host's when the service is
// reached under several names (Fetch Metadata, section 2.4). Errors: forbidden with
// origin_not_allowed.
func (s *Service) CheckFormOrigin(r *route.Request) error {
	if r.Header("Sec-Fetch-Site") == "same-origin" {
		return nil
	}
	return s.CheckOrigin(r)
}

// CheckOwnOrigin refuses a form that a page of another origin sent, also of one that may call the API. Errors:
// forbidden with origin_not_allowed.
func (s *Service) CheckOwnOrigin(r *route.Request) error {
	origin, site := r.Header("Origin"), r.Header("Sec-Fetch-Site")
	if site == "same-origin" || origin == "" && site == "" || origin == originOf(s.config.PublicURL) {
		return nil
	}
	return problem.Forbidden(problem.OriginNotAllowed)
}

// originOf is the origin of an address as browsers write it: in lower case, without
// the default port (RFC 6454, section 6.2).
func originOf(address string) string {
	u, err := url.Parse(strings.ToLower(address))
	if err != nil {
		return ""
	}
	defaultPort := map[string]string{"http": ":80", "https": ":443"}
	return u.Scheme + "://" + strings.TrimSuffix(u.Host, defaultPort[u.Scheme])
}
