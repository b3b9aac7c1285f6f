package main

import (
	"cmp"
	"context"
	"fmt"
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
	client    *dynamodb.Client
	store     *store.Store // the service's own table, opened without secrets
	isHome    bool
	reference string // engine.Options.Reference: the folder of DynamoDB Local; "" for the usual engine
	close     func()
}

// open opens the table of the environment, or else the data of the home server.
func open(ctx context.Context, getenv func(string) string, endpoint string) (database, error) {
	d := database{close: func() {}, reference: getenv(engine.LocalVariable)}
	name, commitsLate := getenv("TABLE_NAME"), false
	if name == "" {
		name, d.isHome = homedata.Table, true
		if endpoint == "" {
			home, err := startHome(ctx, getenv)
			if err != nil {
				return d, err
			}
			endpoint, d.close, commitsLate = home.Endpoint(), home.Stop, home.CommitsLate()
		}
	}
	var err error
	d.client, err = homedata.NewClient(ctx, dynamo.Options{Endpoint: endpoint,
		Region: cmp.Or(getenv("AWS_REGION"), "us-east-1")}, name, commitsLate)
	d.store = store.New(d.client, name, nil, time.Now)
	return d, err
}

// openOther opens another table of the same account and region. At home, name is a folder: if it has data, that is
// opened, else the table of this name.
func (d database) openOther(ctx context.Context, name string) (*store.Store, func(), error) {
	if !d.isHome || !engine.HasData(homedata.TableFile(name)) {
		return store.New(d.client, name, nil, time.Now), func() {}, nil
	}
	copied, err := engine.Start(ctx, engine.Options{DataFile: homedata.TableFile(name), Reference: d.reference})
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
		return nil, fmt.Errorf("opening the data of the home server (stop it first if it runs, or give -endpoint): %w", err)
	}
	for _, line := range db.Notices() {
		fmt.Fprintln(os.Stderr, line)
	}
	return db, nil
}
