// Command inbox replaces SES on this machine: it accepts mails as SES does, keeps them in
// a file, and shows them at /_local/mail. Nothing leaves the machine. The template in
// LocalStack sends mail to it with make localstack ARGS="-ses http://<host>:8025".
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"stint/internal/awslocal"
	"stint/scripts/internal/command"
	"stint/scripts/internal/inbox"
	"stint/shared/mail"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:8025",
		"address and port; containers need that of Docker's network, such as 172.17.0.1:8025")
	flag.Parse()
	command.Main("inbox", func(ctx context.Context) error {
		return run(ctx, os.Stdout, *listen, filepath.Join(".stint", "inbox"))
	})
}

// run serves the mails in a folder until the context ends.
func run(ctx context.Context, out io.Writer, address, folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	box, err := mail.OpenMailbox(filepath.Join(folder, "mail.jsonl"), time.Now)
	if err != nil {
		return err
	}
	defer func() { _ = box.Close() }()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "SES is at http://%[1]s, mails at http://%[1]s%[2]s\n", listener.Addr(), inbox.Path)
	server := &http.Server{Handler: inbox.InFrontOf(awslocal.NewMailServer(box), box), ReadHeaderTimeout: 10 * time.Second}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
