package main

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"stint/shared/edge"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
)

// homeHosts are the names of this machine under which browsers reach the home server.
var homeHosts = []string{"localhost", "127.0.0.1", "::1"}

// withKnownHosts refuses requests for a host that is not this machine or the host of the
// public URL. Otherwise a web page could give its own name the address of this machine,
// and read mails and data through the visitor's browser (DNS rebinding).
func withKnownHosts(publicURL string, next http.Handler) http.Handler {
	known := slices.Clone(homeHosts)
	if u, err := url.Parse(publicURL); err == nil {
		known = append(known, strings.ToLower(u.Hostname()))
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(known, hostOf(r)) {
			httpproblem.Write(w, publicURL, edge.SetCorrelationID(w, r), problem.Forbidden(problem.OriginNotAllowed))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hostOf is the host that the request names, without a port, in lower case.
func hostOf(r *http.Request) string {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}
