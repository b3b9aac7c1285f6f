// Command lambda is the worker function. It is called by the stream of the
// table, filtered to new items of the queue, as soon as there is work, and by a
// schedule, every minute, for what is due later; either way it does everything
// that is due. It takes the settings of every function (it signs nothing) and
// needs ses:SendEmail for the address in MAIL_FROM.
package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"

	"github.com/aws/aws-lambda-go/lambda"

	"stint/functions/worker"
	"stint/shared/boot"
	"stint/shared/mail/ses"
)

func main() {
	w, err := start(context.Background())
	if err != nil {
		slog.Error("start", "error", err.Error())
		os.Exit(1)
	}
	lambda.Start(func(ctx context.Context, _ json.RawMessage) error { return w.Work(ctx) })
}

func start(ctx context.Context) (*worker.Worker, error) {
	c, err := boot.ReadSettings()
	if err != nil {
		return nil, err
	}
	d, err := boot.New(ctx, c, boot.Options{})
	if err != nil {
		return nil, err
	}
	sender := ses.New(c.Region, c.SESEndpoint, c.MailFrom)
	return worker.NewFromDeps(d, sender), nil
}
