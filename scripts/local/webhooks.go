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
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &webhookReceiver{Receiver: demo.NewReceiver(os.Stdout, time.Now), url: "http://" + listener.Addr().String()}
	server := &http.Server{Handler: r, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends with close
	r.close = server.Close
	return r, nil
}
