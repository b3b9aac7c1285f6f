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
	d, err := start(context.Background())
	if err != nil {
		slog.Error("start", "error", err.Error())
		os.Exit(1)
	}
	lambda.Start(func(ctx context.Context, event json.RawMessage) error {
		return d.Deliver(ctx, deliverer.WorkspacesOf(event)...)
	})
}

func start(ctx context.Context) (*deliverer.Deliverer, error) {
	c, err := boot.ReadSettings()
	if err != nil {
		return nil, err
	}
	d, err := boot.New(ctx, c, boot.Options{})
	if err != nil {
		return nil, err
	}
	return deliverer.New(d), nil
}
