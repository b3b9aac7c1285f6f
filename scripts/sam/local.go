package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"stint/internal/awslocal"
	"stint/internal/template"
	"stint/scripts/internal/inbox"
	"stint/shared/mail"
)

// beside is what runs beside sam, which has no DynamoDB, KMS, streams, schedules and mail.
type beside struct {
	server *awslocal.Server
	stops  []func() // in the order of the starts
}

// startBeside starts it. Containers reach the server at the host.
func startBeside(ctx context.Context, out io.Writer, t *template.Template, o options,
	host string) (_ *beside, err error) {
	b := new(beside)
	defer func() {
		if err != nil {
			b.close()
		}
	}()
	box, err := mail.OpenMailbox(filepath.Join(o.folder, "mail.jsonl"), time.Now)
	if err != nil {
		return nil, err
	}
	b.stops = append(b.stops, func() { _ = box.Close() })
	b.server, err = awslocal.Start(ctx, t, awslocal.Options{Folder: o.folder, Host: host, Table: tableName, Mailbox: box})
	if err != nil {
		return nil, err
	}
	b.stops = append(b.stops, b.server.Close)
	if err := b.keep(startInbox(box, o)); err != nil {
		return nil, err
	}
	if err := b.keep(startFront(o)); err != nil {
		return nil, err
	}
	endpoint := fmt.Sprintf("http://%s:%d", host, b.server.Port())
	return b, b.keep(startBackground(ctx, out, t, o, endpoint))
}

// keep keeps what stops something that was started without an error.
func (b *beside) keep(stop func(), err error) error {
	if err == nil {
		b.stops = append(b.stops, stop)
	}
	return err
}

// close stops what was started, the latest first.
func (b *beside) close() {
	for _, stop := range slices.Backward(b.stops) {
		stop()
	}
}

// startInbox serves the mails that the worker has sent, on the port after that of the API.
func startInbox(box *mail.Mailbox, o options) (stop func(), err error) {
	listener, err := net.Listen("tcp", loopbackPort(o.inboxPort()))
	if err != nil {
		return nil, fmt.Errorf("the inbox: %w", err)
	}
	server := &http.Server{Handler: inbox.InFrontOf(http.NotFoundHandler(), box), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends with stop
	return func() { _ = server.Close() }, nil
}

func inboxURL(o options) string { return "http://" + loopbackPort(o.inboxPort()) + inbox.Path }
