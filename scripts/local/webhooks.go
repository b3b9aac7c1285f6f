package main

import (
	"net"
	"net/http"
	"os"
	"time"

	"stint/scripts/demo"
)

// webhookReceiver is the receiver of the demo's webhook behind a port.
type webhookReceiver struct {
	*demo.Receiver
	url   string
	close func() error
}

// startWebhookReceiver serves the receiver on a free port. It prints on standard output.
func startWebhookReceiver() (*webhookReceiver, error) {
	r := &webhookReceiver{Receiver: demo.NewReceiver(os.Stdout, time.Now)}
	var err error
	r.url, r.close, err = serveOnFreePort(r)
	return r, err
}

// serveOnFreePort serves a handler to this machine.
func serveOnFreePort(h http.Handler) (url string, closeServer func() error, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends with closeServer
	return "http://" + listener.Addr().String(), server.Close, nil
}
