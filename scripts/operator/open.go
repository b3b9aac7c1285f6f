package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/scripts/internal/homedata"
	"stint/shared/dynamo"
	"stint/shared/engine"
	"stint/shared/store"
)

// database is the DynamoDB of the service.
type database struct {
	client  *dynamodb.Client
	service *store.Store // of the service's own table; it has no secrets
	isHome  bool
	local   string // folder of DynamoDB Local, if it is set
	close   func()
}

// open opens the table of the environment, or else the data of the home server.
func open(ctx context.Context, getenv func(string) string, endpoint string) (database, error) {
	d := database{close: func() {}, local: getenv(engine.LocalVariable)}
	name, late := getenv("TABLE_NAME"), false
	if name == "" {
		name, d.isHome = homedata.Table, true
		if endpoint == "" {
			home, err := startHome(ctx, getenv)
			if err != nil {
				return d, err
			}
			endpoint, d.close, late = home.Endpoint(), home.Stop, home.CommitsLate()
		}
	}
	var err error
	d.client, err = homedata.NewClient(ctx, dynamo.Options{Endpoint: endpoint,
		Region: cmp.Or(getenv("AWS_REGION"), "us-east-1")}, name, late)
	d.service = store.New(d.client, name, nil, time.Now)
	return d, err
}

// openOther opens another table of the same account and region, or at home the data in
// another folder.
func (d database) openOther(ctx context.Context, name string) (*store.Store, func(), error) {
	if !d.isHome || !engine.HasData(homedata.TableFile(name)) {
		return store.New(d.client, name, nil, time.Now), func() {}, nil
	}
	copied, err := engine.Start(ctx, engine.Options{DataFile: homedata.TableFile(name), Reference: d.local})
	if err != nil {
		return nil, nil, err
	}
	client, err := dynamo.NewClient(ctx, dynamo.Options{Endpoint: copied.Endpoint(), Region: "us-east-1"})
	return store.New(client, homedata.Table, nil, time.Now), copied.Stop, err
}

// startHome starts the engine over the data of the home server, which must be down.
func startHome(ctx context.Context, getenv func(string) string) (*engine.Engine, error) {
	file := homedata.TableFile(homedata.Folder(getenv))
	if !engine.HasData(file) {
		return nil, fmt.Errorf("TABLE_NAME is not set, and there is no data of the home server (STINT_DATA) at %s", file)
	}
	db, err := engine.Start(ctx, engine.Options{DataFile: file, Reference: getenv(engine.LocalVariable)})
	if err != nil {
		return nil, fmt.Errorf("the home server has the data open: stop it first, or give -endpoint: %w", err)
	}
	for _, line := range db.Notices() {
		fmt.Fprintln(os.Stderr, line)
	}
	return db, nil
}

// flags are the options of a command.
type flags struct {
	address bool
	inUse   bool
	from    string
}

// parse reads options and n other arguments, in any order. Only the named options are
// allowed. Errors: errUsage.
func parse(args []string, n int, allowed ...string) (f flags, others []string, err error) {
	set := flag.NewFlagSet("", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, name := range allowed {
		switch name {
		case "address":
			set.BoolVar(&f.address, name, false, "")
		case "in-use":
			set.BoolVar(&f.inUse, name, false, "")
		case "from":
			set.StringVar(&f.from, name, "", "")
		}
	}
	for {
		if set.Parse(args) != nil {
			return f, nil, errUsage
		}
		if set.NArg() == 0 {
			break
		}
		others, args = append(others, set.Arg(0)), set.Args()[1:]
	}
	if len(others) != n {
		return f, nil, errUsage
	}
	return f, others, nil
}
