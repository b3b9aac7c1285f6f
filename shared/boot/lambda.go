package boot

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"
	"sync"

	"github.com/aws/aws-lambda-go/lambda"

	"stint/shared/config"
	"stint/shared/dynamo"
	"stint/shared/lambdahttp"
	"stint/shared/route"
	"stint/shared/store"
)

// RunLambda runs a function in AWS Lambda. With wrong settings, the process
// ends before it takes a request.
func RunLambda(f Function) {
	c, err := readSettings()
	if err != nil {
		fatal("settings", err)
	}
	d, err := newLambdaDeps(context.Background(), c)
	if err != nil {
		fatal("start", err)
	}
	lambda.Start(f.handlerFor(c, d))
}

// Start makes the dependencies of a function without routes in AWS Lambda. Its Config has the settings.
func Start(ctx context.Context) (*Deps, error) {
	c, err := readSettings()
	if err != nil {
		return nil, err
	}
	return New(ctx, c, Options{})
}

// handlerFor is what the runtime of Lambda calls. Where the deployment streams, API Gateway asks for some responses in
// another form than for all others.
func (f Function) handlerFor(c config.Config, d *Deps) any {
	streamed := route.StreamedPaths(f.Routes)
	if !c.Streaming || len(streamed) == 0 {
		return f.Handler(d)
	}
	return lambdahttp.Streaming(f.Handler(d), streamed)
}

// readSettings reads the settings from the environment, and lets the process log JSON
// lines on standard error from the level in the settings on. With wrong settings it logs
// at the level info.
func readSettings() (config.Config, error) {
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

// Fallback is the name of the function that answers paths that no route has.
const Fallback = "meta"

// Function is the Lambda function of a family.
type Function struct {
	Name   string // of the function and of the family's folder
	Routes []route.Spec
	build  func(*Deps) any
}

// NewFunction makes the function of a family. build makes the value whose methods are the
// operations of the routes.
func NewFunction[F any](name string, routes []route.Spec, build func(*Deps) F) Function {
	return Function{Name: name, Routes: routes, build: func(d *Deps) any { return build(d) }}
}

// Handler makes the handler of the function, as API Gateway calls it.
func (f Function) Handler(d *Deps) lambdahttp.Handler {
	o := d.edgeOptions()
	o.OpenPaths = route.OpenPaths(f.Routes)
	return lambdahttp.New(o, f.Operations(d))
}

// Operations makes the handler of the routes alone, without what the edge adds to a response. Another function of
// the same process runs operations with it, in a context of edge.WithOperation.
func (f Function) Operations(d *Deps) http.Handler {
	server := &route.Server{
		Authenticator: d.Authenticator, Limiter: d.Store, Now: d.Now,
		MaxBody: d.Config.MaxBody, AttemptsPerNetwork: d.Config.AttemptsPerNetwork, BasePath: d.Config.PublicPath(),
		PublicURL:            d.Config.PublicURL,
		Callers:              d.Callers,
		ListReads:            d.Store,
		FreshFor:             d.Config.FreshFor,
		VerificationRequired: d.Config.VerificationRequired,
	}
	return server.Handler(f.build(d), f.Routes)
}
