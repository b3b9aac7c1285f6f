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
	d, err := boot.Start(context.Background())
	if err != nil {
		slog.Error("start", "error", err.Error())
		os.Exit(1)
	}
	w := worker.NewFromDeps(d, ses.New(d.Config.Region, d.Config.SESEndpoint, d.Config.MailFrom))
	lambda.Start(func(ctx context.Context, _ json.RawMessage) error { return w.Work(ctx) })
}
