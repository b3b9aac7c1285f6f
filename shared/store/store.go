// Package store keeps Stint's records in one DynamoDB table.
//
// keys.go makes every key. One file per kind of record holds its access
// patterns. read.go, write.go and page.go are the only places that talk to the
// database: reads are strongly consistent unless a name says otherwise, writes
// are conditional, and what belongs together is one transaction.
package store

import (
	"context"
	"crypto/cipher"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// DB is the part of the DynamoDB client that the store uses. There is no Scan
// in it on purpose.
type DB interface {
	BatchGetItem(context.Context, *dynamodb.BatchGetItemInput, ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error)
	Query(context.Context, *dynamodb.QueryInput, ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error)
	PutItem(context.Context, *dynamodb.PutItemInput, ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error)
	UpdateItem(context.Context, *dynamodb.UpdateItemInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error)
	DeleteItem(context.Context, *dynamodb.DeleteItemInput, ...func(*dynamodb.Options)) (*dynamodb.DeleteItemOutput, error)
	BatchWriteItem(context.Context, *dynamodb.BatchWriteItemInput, ...func(*dynamodb.Options)) (*dynamodb.BatchWriteItemOutput, error)
	TransactWriteItems(context.Context, *dynamodb.TransactWriteItemsInput, ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error)
	GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error)
}

// Store reads and writes the table. It is safe for concurrent use.
type Store struct {
	db           DB
	table        string
	now          func() time.Time
	cursorCipher cipher.AEAD // for cursors
}

// New makes a store over a table. The master secret seals cursors; it must be
// the same for all instances.
func New(db DB, table string, master []byte, now func() time.Time) *Store {
	return &Store{db: db, table: table, now: now, cursorCipher: newCursorCipher(master)}
}

// Warm opens the connection to the database with one cheap read, so that the
// first request does not pay for it. It may fail without harm, and needs no
// store, so that it can go on while the secrets for one are read.
func Warm(ctx context.Context, db DB, table string) {
	_, _, _ = get[struct{}](ctx, &Store{db: db, table: table, now: time.Now}, key{"WARM", "WARM"})
}
