package main

import (
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"strings"

	"stint/shared/edge"
)

// profilesPath is the path of the profiles of the home server. The cloud has no such
// route.
const profilesPath = "/_local/pprof/"

// pprofPath is the only path below which pprof.Index finds the name of a profile.
const pprofPath = "/debug/pprof/"

// withProfiles serves the profiles of this process in front of the gateway, only to
// callers on this machine. For all others the path does not exist.
func withProfiles(gateway http.Handler) http.Handler {
	profiles := http.NewServeMux()
	profiles.HandleFunc(pprofPath, pprof.Index)
	profiles.HandleFunc(pprofPath+"cmdline", pprof.Cmdline)
	profiles.HandleFunc(pprofPath+"profile", pprof.Profile)
	profiles.HandleFunc(pprofPath+"symbol", pprof.Symbol)
	profiles.HandleFunc(pprofPath+"trace", pprof.Trace)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := strings.CutPrefix(r.URL.Path, profilesPath)
		if !ok || !isLocal(r) {
			gateway.ServeHTTP(w, r)
			return
		}
		edge.SetCorrelationID(w, r)
		w.Header().Set("Cache-Control", "no-store")
		inner := r.Clone(r.Context())
		inner.URL.Path = pprofPath + name
		profiles.ServeHTTP(w, inner)
	})
}

// isLocal reports whether a request comes from this machine and names it as its host.
// The address alone is not enough. A reverse proxy, or a web page whose host name
// resolves to 127.0.0.1, also connects from here, but with another Host.
func isLocal(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !from.Addr().Unmap().IsLoopback() {
		return false
	}
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if host == "localhost" {
		return true
	}
	to, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && to.IsLoopback()
}
