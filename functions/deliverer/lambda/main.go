// Command lambda is the deliverer function. It is called by the stream of the table, filtered
// to changes in workspaces with webhooks, and by a schedule, every minute, for what is due
// later. It takes the settings of every function.
package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"

	"github.com/aws/aws-lambda-go/lambda"

	"stint/functions/deliverer"
	"stint/shared/boot"
)

func main() {
	deps, err := boot.Start(context.Background())
	if err != nil {
		slog.Error("start", "error", err.Error())
		os.Exit(1)
	}
	d := deliverer.New(deps)
	lambda.Start(func(ctx context.Context, event json.RawMessage) error {
		return d.Deliver(ctx, deliverer.WorkspacesOf(event)...)
	})
}
