package boot

import (
	"context"
	"log/slog"
	"os"
	"sync"

	"github.com/aws/aws-lambda-go/lambda"

	"stint/shared/config"
	"stint/shared/dynamo"
	"stint/shared/route"
	"stint/shared/store"
)

// RunLambda runs a family as an AWS Lambda function. With wrong settings, the process
// ends before it takes a request.
func RunLambda[F any](specs []route.Spec, build func(*Deps) F) {
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, nil)))
	c, err := config.Read(os.Getenv)
	if err != nil {
		fatal("settings", err)
	}
	d, err := newLambdaDeps(context.Background(), c)
	if err != nil {
		fatal("start", err)
	}
	lambda.Start(d.Handler(build(d), specs))
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
