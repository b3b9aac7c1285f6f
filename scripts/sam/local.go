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

// local is what runs on this machine beside sam, which has no DynamoDB, KMS, streams, schedules and mail.
type local struct {
	server *awslocal.Server
	stops  []func() // in the order of the starts
}

// startLocal starts it. Containers reach the server at the host.
func startLocal(ctx context.Context, out io.Writer, t *template.Template, o options,
	host string) (_ *local, err error) {
	l := new(local)
	defer func() {
		if err != nil {
			l.close()
		}
	}()
	box, err := mail.OpenMailbox(filepath.Join(o.folder, "mail.jsonl"), time.Now)
	if err != nil {
		return nil, err
	}
	l.stops = append(l.stops, func() { _ = box.Close() })
	l.server, err = awslocal.Start(ctx, t, awslocal.Options{Folder: o.folder, Host: host, Table: tableName, Mailbox: box})
	if err != nil {
		return nil, err
	}
	l.stops = append(l.stops, l.server.Close)
	if err := l.keep(startInbox(box, o)); err != nil {
		return nil, err
	}
	if err := l.keep(startAPIProxy(o)); err != nil {
		return nil, err
	}
	endpoint := fmt.Sprintf("http://%s:%d", host, l.server.Port())
	return l, l.keep(startBackground(ctx, out, t, o, endpoint))
}

// keep has close call stop, unless the start failed.
func (l *local) keep(stop func(), err error) error {
	if err == nil {
		l.stops = append(l.stops, stop)
	}
	return err
}

// close stops what was started, the latest first.
func (l *local) close() {
	for _, stop := range slices.Backward(l.stops) {
		stop()
	}
}

// startInbox serves the mails that the worker has sent, on the port after that of the API.
func startInbox(box *mail.Mailbox, o options) (stop func(), err error) {
	listener, err := net.Listen("tcp", loopbackAddressAt(o.inboxPort()))
	if err != nil {
		return nil, fmt.Errorf("the inbox: %w", err)
	}
	server := &http.Server{Handler: inbox.InFrontOf(http.NotFoundHandler(), box), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends with stop
	return func() { _ = server.Close() }, nil
}

func inboxURL(o options) string { return "http://" + loopbackAddressAt(o.inboxPort()) + inbox.Path }
