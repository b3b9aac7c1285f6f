package boot

import (
	"context"
	"log/slog"
	"os"

	"github.com/aws/aws-lambda-go/lambda"

	"stint/shared/config"
	"stint/shared/route"
)

// Lambda runs a family as an AWS Lambda function. What is wrong with the
// settings ends the process before it takes a request.
func Lambda[F any](specs []route.Spec, build func(*Deps) F) {
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, nil)))
	c, err := config.Read(os.Getenv)
	if err != nil {
		fatal("settings", err)
	}
	d, err := New(context.Background(), c, Options{})
	if err != nil {
		fatal("start", err)
	}
	d.Store.Warm(context.Background())
	lambda.Start(d.Handler(build(d), specs))
}

func fatal(what string, err error) {
	slog.Error(what, "error", err.Error())
	os.Exit(1)
}
