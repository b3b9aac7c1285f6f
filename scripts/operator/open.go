package main

import (
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
	client *dynamodb.Client
	table  string // of the service
	close  func()
}

// newStore makes the store of a table; "" is the one of the service. It has no secrets.
func (d database) newStore(name string) *store.Store {
	if name == "" {
		name = d.table
	}
	return store.New(d.client, name, nil, time.Now)
}

// open opens the table of the environment, or else the data of the home server.
func open(ctx context.Context, getenv func(string) string, endpoint string) (database, error) {
	d := database{table: getenv("TABLE_NAME"), close: func() {}}
	if d.table == "" {
		d.table = homeTable
		if endpoint == "" {
			home, err := startHome(ctx, getenv)
			if err != nil {
				return d, err
			}
			endpoint, d.close = home.Endpoint(), home.Stop
		}
	}
	region := getenv("AWS_REGION")
	if region == "" {
		region = "us-east-1"
	}
	var err error
	d.client, err = dynamo.NewClient(ctx, dynamo.Options{Endpoint: endpoint, Region: region})
	return d, err
}

// startHome starts the engine over the data of the home server, which must be down.
func startHome(ctx context.Context, getenv func(string) string) (*engine.Engine, error) {
	folder := getenv("STINT_DATA")
	if folder == "" {
		folder = ".stint"
	}
	file := filepath.Join(folder, "stint.db")
	if _, err := os.Stat(file); err != nil {
		return nil, fmt.Errorf("TABLE_NAME is not set, and there is no data of the home server (STINT_DATA): %w", err)
	}
	db, err := engine.Start(ctx, engine.Options{DataFile: file})
	if err != nil {
		return nil, fmt.Errorf("stop the home server first, or give -endpoint: %w", err)
	}
	return db, nil
}
