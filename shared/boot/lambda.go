package boot

import (
	"context"
	"io"
	"log/slog"
	"os"
	"sync"

	"github.com/aws/aws-lambda-go/lambda"

	"stint/shared/config"
	"stint/shared/dynamo"
	"stint/shared/store"
)

// RunLambda runs a function in AWS Lambda. With wrong settings, the process
// ends before it takes a request.
func RunLambda(f Function) {
	c, err := ReadSettings()
	if err != nil {
		fatal("settings", err)
	}
	d, err := newLambdaDeps(context.Background(), c)
	if err != nil {
		fatal("start", err)
	}
	lambda.Start(f.Handler(d))
}

// ReadSettings reads the settings from the environment, and lets the process log JSON
// lines on standard error from the level in the settings on. With wrong settings it logs
// at the level info.
func ReadSettings() (config.Config, error) {
	c, err := config.Read(os.Getenv)
	slog.SetDefault(newLog(os.Stderr, c.LogLevel))
	return c, err
}

// newLog is a log of JSON lines from a level on.
func newLog(out io.Writer, level slog.Level) *slog.Logger {
	return slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: level}))
}

// newLambdaDeps makes the dependencies of a function in the cloud. The first call to
// each AWS service costs a TLS handshake, so it connects to the database while the rest
// is made.
func newLambdaDeps(ctx context.Context, c config.Config) (*Deps, error) {
	db, err := dynamo.NewClient(ctx, dynamo.Options{Endpoint: c.DynamoDBEndpoint, Region: c.Region})
	if err != nil {
		return nil, err
	}
	var connected sync.WaitGroup
	connected.Go(func() { store.Warm(ctx, db, c.Table) })
	d, err := New(ctx, c, Options{DB: db})
	connected.Wait()
	return d, err
}

func fatal(step string, err error) {
	slog.Error(step, "error", err.Error())
	os.Exit(1)
}
