package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/shared/dynamo"
	"stint/shared/engine"
	"stint/shared/store"
)

// homeTable is the name of the home server's table.
const homeTable = "stint"

// database is the DynamoDB of the service.
type database struct {
	client  *dynamodb.Client
	service *store.Store // of the service's own table; it has no secrets
	isHome  bool
	close   func()
}

// open opens the table of the environment, or else the data of the home server.
func open(ctx context.Context, getenv func(string) string, endpoint string) (database, error) {
	d := database{close: func() {}}
	name := getenv("TABLE_NAME")
	if name == "" {
		name, d.isHome = homeTable, true
		if endpoint == "" {
			home, err := startHome(ctx, getenv)
			if err != nil {
				return d, err
			}
			endpoint, d.close = home.Endpoint(), home.Stop
		}
	}
	var err error
	d.client, err = dynamo.NewClient(ctx, dynamo.Options{Endpoint: endpoint, Region: cmp.Or(getenv("AWS_REGION"), "us-east-1")})
	d.service = store.New(d.client, name, nil, time.Now)
	return d, err
}

// openOther opens another table of the same account and region, or at home the data in
// another folder.
func (d database) openOther(ctx context.Context, name string) (*store.Store, func(), error) {
	if _, err := os.Stat(dataFile(name)); !d.isHome || err != nil {
		return store.New(d.client, name, nil, time.Now), func() {}, nil
	}
	copied, err := engine.Start(ctx, engine.Options{DataFile: dataFile(name)})
	if err != nil {
		return nil, nil, err
	}
	client, err := dynamo.NewClient(ctx, dynamo.Options{Endpoint: copied.Endpoint(), Region: "us-east-1"})
	return store.New(client, homeTable, nil, time.Now), copied.Stop, err
}

// dataFile is the file of the table in the data folder of a home server.
func dataFile(folder string) string { return filepath.Join(folder, "stint.db") }

// startHome starts the engine over the data of the home server, which must be down.
func startHome(ctx context.Context, getenv func(string) string) (*engine.Engine, error) {
	file := dataFile(cmp.Or(getenv("STINT_DATA"), ".stint"))
	if _, err := os.Stat(file); err != nil {
		return nil, fmt.Errorf("TABLE_NAME is not set, and there is no data of the home server (STINT_DATA): %w", err)
	}
	db, err := engine.Start(ctx, engine.Options{DataFile: file})
	if err != nil {
		return nil, fmt.Errorf("the home server has the data open: stop it first, or give -endpoint: %w", err)
	}
	return db, nil
}
