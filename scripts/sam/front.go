package main

import (
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"time"
)

// startFront serves the API on its port: it passes requests on to sam.
func startFront(o options) (stop func(), err error) {
	listener, err := net.Listen("tcp", loopbackPort(o.port))
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: newFront(loopbackPort(o.samPort())), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends with stop
	return func() { _ = server.Close() }, nil
}

// newFront passes requests on to sam and adds that every media type is accepted. sam decodes an
// answer in base64 only if the request accepts its media type. API Gateway does not ask for that
// with every type among the binary ones, as in the template.
func newFront(sam string) http.Handler {
	return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: sam})
		r.Out.Host = r.In.Host
		accepted := append(r.In.Header.Values("Accept"), "*/*;q=0.001")
		r.Out.Header.Set("Accept", strings.Join(accepted, ", "))
	}}
}
