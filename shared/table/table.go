// Package table reads and writes one DynamoDB table: records, keys, conditional
// writes, transactions, batches, key ranges, pages and cursors.
//
// It knows how DynamoDB behaves and nothing of what the records mean; that is
// shared/store. Reads are strongly consistent, except through an index that
// cannot be. A write takes effect once, although the SDK may send it more than
// once. What DynamoDB refuses for a passing reason is retried; what remains is
// "service_unavailable" for the caller.
package table

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go"

	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/secret"
)

// DB is the part of the DynamoDB client that a table uses. Scan is left out on
// purpose: no request may read the whole table.
type DB interface {
	BatchGetItem(context.Context, *dynamodb.BatchGetItemInput,
		...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error)
	Query(context.Context, *dynamodb.QueryInput, ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error)
	PutItem(context.Context, *dynamodb.PutItemInput, ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error)
	UpdateItem(context.Context, *dynamodb.UpdateItemInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error)
	DeleteItem(context.Context, *dynamodb.DeleteItemInput, ...func(*dynamodb.Options)) (*dynamodb.DeleteItemOutput, error)
	BatchWriteItem(context.Context, *dynamodb.BatchWriteItemInput,
		...func(*dynamodb.Options)) (*dynamodb.BatchWriteItemOutput, error)
	TransactWriteItems(context.Context, *dynamodb.TransactWriteItemsInput,
		...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error)
	GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error)
}

// Table is a DynamoDB table. It is safe for concurrent use.
type Table struct {
	client  DB
	name    string
	now     func() time.Time
	secrets secret.Source // of cursors

	changePartition func(Key) string // of a tracked item, else ""; nil tracks none
	leavesMark      func(Key) bool   // whether the delete of a tracked item leaves a mark
}

// New returns the table with the given name. The clock decides which items have
// expired. The secrets encrypt cursors; a table that is not listed needs none.
func New(client DB, name string, secrets secret.Source, now func() time.Time) *Table {
	return &Table{client: metered{client}, name: name, now: now, secrets: secrets}
}

// Warm opens the connection to the database with one cheap read, so that the
// first request does not wait for it. A failure does no harm. It needs no Table,
// so that it can run while the secrets for one are read.
func Warm(ctx context.Context, client DB, name string, k Key) {
	t := &Table{client: metered{client}, name: name, now: time.Now}
	_, _, _ = Get[struct{}](ctx, t, k)
}

// wrapDBError turns an error of the database into one of the service. A failure
// that may pass is "service_unavailable". A request that DynamoDB finds wrong is
// an internal error.
func wrapDBError(op string, err error) error {
	wrapped := fmt.Errorf("table: %s: %w", op, err)
	if problem.Is(err, problem.CodeRateLimited) { // of a Meter
		return err
	}
	var api smithy.APIError
	if errors.As(err, &api) && permanentCodes[api.ErrorCode()] {
		return wrapped
	}
	return problem.Unavailable(wrapped)
}

// permanentCodes are the errors of DynamoDB that another try would not change.
var permanentCodes = map[string]bool{
	"ValidationException":                  true,
	"AccessDeniedException":                true,
	"ResourceNotFoundException":            true,
	"SerializationException":               true,
	"UnrecognizedClientException":          true,
	"IdempotentParameterMismatchException": true,
}

// IsThrottled reports whether DynamoDB refused a request because of too many.
func IsThrottled(err error) bool {
	var api smithy.APIError
	return errors.As(err, &api) && (api.ErrorCode() == "ProvisionedThroughputExceededException" ||
		api.ErrorCode() == "ThrottlingException" || api.ErrorCode() == "RequestLimitExceeded")
}

// Bounds of the wait between two tries.
const (
	minBackoff = 25 * time.Millisecond
	maxBackoff = 400 * time.Millisecond
)

// repeat calls try until it reports that another try would not help, at most
// the given number of times. A context that ends between two tries is
// "service_unavailable".
func repeat(ctx context.Context, tries int, try func() (again bool, err error)) error {
	err := retry.Do(ctx, retry.Policy{Tries: tries, Min: minBackoff, Max: maxBackoff}, try)
	if ended := ctx.Err(); ended != nil && err == ended {
		return problem.Unavailable(err)
	}
	return err
}
