package dynamo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"stint/shared/retry"
)

// How long EnsureTable waits for a table, and the pauses between two looks. AWS
// takes some ten seconds to make a table, the embedded engine none.
const (
	tableWait    = 3 * time.Minute
	firstPause   = 10 * time.Millisecond
	longestPause = time.Second
)

// EnsureTable creates the table of Schema under the given name unless it exists.
// It waits until the table and its indexes are active, adds IndexChange to a table of an
// earlier version, sets the time to live, and checks that the table is as Schema says.
// Several processes may call it at the same time. It is for local runs and tests: on AWS
// the infrastructure creates the table.
//
// Errors: *UnsupportedEngineError for an engine without local secondary indexes or the time-to-live calls; one for a
// table that is not as Schema says, or not usable after three minutes; those of DynamoDB.
func EnsureTable(ctx context.Context, client *dynamodb.Client, name string) error {
	ctx, cancel := context.WithTimeout(ctx, tableWait)
	defer cancel()
	schema := Schema()
	table, err := describeOrCreate(ctx, client, schema, name)
	if err != nil {
		return err
	}
	if table, err = waitUntilUsable(ctx, client, name, table); err != nil {
		return err
	}
	if table, err = addIndexes(ctx, client, schema, name, table); err != nil {
		return err
	}
	if err := schema.checkDescription(table); err != nil {
		return fmt.Errorf("dynamo: table %s: %w", name, err)
	}
	return ensureTimeToLive(ctx, client, schema.TimeToLive, name)
}

// CreateTable creates the table of Schema under a name that is new, for tests. It makes fewer calls than
// EnsureTable, and does not check whether the engine supports all of Schema. Errors: those of DynamoDB and EnsureTable.
func CreateTable(ctx context.Context, client *dynamodb.Client, name string) error {
	schema := Schema()
	out, err := client.CreateTable(ctx, schema.createInput(name))
	if err != nil {
		return wrap(err, "creating table "+name)
	}
	if !isUsable(out.TableDescription) {
		return EnsureTable(ctx, client, name)
	}
	return EnableTimeToLive(ctx, client, schema.TimeToLive, name)
}

func waitUntilUsable(ctx context.Context, client *dynamodb.Client, name string,
	table *types.TableDescription) (*types.TableDescription, error) {
	var err error
	for pause := firstPause; !isUsable(table); pause = min(2*pause, longestPause) {
		if err := retry.Wait(ctx, pause); err != nil {
			return nil, fmt.Errorf("dynamo: table %s is still %s: %w", name, table.TableStatus, err)
		}
		if table, err = describe(ctx, client, name); err != nil {
			return nil, fmt.Errorf("dynamo: describing table %s: %w", name, err)
		}
	}
	return table, nil
}

// addIndexes adds IndexChange to a table that a version without it made. The other indexes
// are as old as the table, so a table without one of them is another program's.
func addIndexes(ctx context.Context, client *dynamodb.Client, schema Table, name string,
	table *types.TableDescription) (*types.TableDescription, error) {
	described := describedIndexes(table)
	for _, x := range schema.Indexes {
		if _, ok := described[x.Name]; ok || x.Name != IndexChange || len(described) == 0 {
			continue
		}
		_, err := client.UpdateTable(ctx, schema.addIndexInput(name, x))
		var busy *types.ResourceInUseException // another process adds it
		if err != nil && !errors.As(err, &busy) {
			return nil, wrap(err, "adding index "+x.Name+" to table "+name)
		}
		if table, err = describe(ctx, client, name); err != nil {
			return nil, wrap(err, "describing table "+name)
		}
	}
	return waitUntilUsable(ctx, client, name, table)
}

func describeOrCreate(ctx context.Context, client *dynamodb.Client, schema Table,
	name string) (*types.TableDescription, error) {
	table, err := describe(ctx, client, name)
	var missing *types.ResourceNotFoundException
	if err == nil || !errors.As(err, &missing) {
		return table, wrap(err, "describing table "+name)
	}
	_, err = client.CreateTable(ctx, schema.createInput(name))
	var exists *types.ResourceInUseException
	if err != nil && !errors.As(err, &exists) {
		return nil, unsupportedOr(err, "local secondary indexes", "creating table "+name)
	}
	table, err = describe(ctx, client, name)
	return table, wrap(err, "describing table "+name)
}

func describe(ctx context.Context, client *dynamodb.Client, name string) (*types.TableDescription, error) {
	out, err := client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(name)})
	if err != nil {
		return nil, err
	}
	return out.Table, nil
}

// ensureTimeToLive reads the time to live before it sets it, because setting it
// twice is an error on AWS.
func ensureTimeToLive(ctx context.Context, client *dynamodb.Client, attribute, name string) error {
	const lacking = "the time-to-live calls"
	out, err := client.DescribeTimeToLive(ctx, &dynamodb.DescribeTimeToLiveInput{TableName: aws.String(name)})
	if err != nil {
		return unsupportedOr(err, lacking, "reading the time to live of table "+name)
	}
	switch ttl := out.TimeToLiveDescription; {
	case ttl == nil || ttl.TimeToLiveStatus == types.TimeToLiveStatusDisabled || ttl.TimeToLiveStatus == "":
		return unsupportedOr(EnableTimeToLive(ctx, client, attribute, name), lacking,
			"setting the time to live of table "+name)
	case ttl.TimeToLiveStatus == types.TimeToLiveStatusDisabling:
		return fmt.Errorf("dynamo: table %s: the time to live is being switched off", name)
	case aws.ToString(ttl.AttributeName) != attribute:
		return fmt.Errorf("dynamo: table %s: time to live is on %q, not on %q", name, aws.ToString(ttl.AttributeName),
			attribute)
	}
	return nil
}

// EnableTimeToLive switches the time to live on. It is no error that it is on already,
// which AWS refuses: another process may have switched it on since it was read, and
// DynamoDB Local keeps it for a table that is made again.
func EnableTimeToLive(ctx context.Context, client *dynamodb.Client, attribute, table string) error {
	_, err := client.UpdateTimeToLive(ctx, &dynamodb.UpdateTimeToLiveInput{
		TableName: aws.String(table),
		TimeToLiveSpecification: &types.TimeToLiveSpecification{AttributeName: aws.String(attribute),
			Enabled: aws.Bool(true)},
	})
	var refused smithy.APIError
	if errors.As(err, &refused) && refused.ErrorCode() == "ValidationException" &&
		strings.Contains(refused.ErrorMessage(), "already enabled") {
		return nil
	}
	return err
}

// UnsupportedEngineError reports an engine without a feature that the table needs.
type UnsupportedEngineError struct {
	Missing string // what is missing, in words
	Err     error  // the engine's error; nil when it ignored the feature silently
}

// Error is one line. It also says which engines to use.
func (e *UnsupportedEngineError) Error() string {
	return "dynamo: this DynamoDB engine lacks " + e.Missing +
		", which Stint needs; use dynoxide, DynamoDB Local, LocalStack or AWS"
}

// Unwrap returns the engine's error.
func (e *UnsupportedEngineError) Unwrap() error { return e.Err }

// unsupportedOr returns an UnsupportedEngineError if the engine does not know the call, which some engines call an
// internal failure, else the wrapped error.
func unsupportedOr(err error, missing, doing string) error {
	var api smithy.APIError
	if errors.As(err, &api) {
		switch api.ErrorCode() {
		case "UnknownOperationException", "UnsupportedOperationException",
			"NotImplemented", "NotImplementedException", "InternalFailure":
			return &UnsupportedEngineError{Missing: missing, Err: err}
		}
	}
	return wrap(err, doing)
}

func wrap(err error, doing string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("dynamo: %s: %w", doing, err)
}

// isUsable reports whether the table and all its global indexes are active.
func isUsable(table *types.TableDescription) bool {
	if table.TableStatus != types.TableStatusActive {
		return false
	}
	for _, index := range table.GlobalSecondaryIndexes {
		if index.IndexStatus != types.IndexStatusActive {
			return false
		}
	}
	return true
}

// checkDescription compares keys, key types and indexes. A difference means that
// another program created the table, or a version with another schema.
func (t Table) checkDescription(table *types.TableDescription) error {
	if got := keyOf(table.KeySchema); got != t.Key {
		return fmt.Errorf("its key is %v, not %v", got, t.Key)
	}
	if err := checkAttributes(t.KeyAttributes(), table.AttributeDefinitions); err != nil {
		return err
	}
	described := describedIndexes(table)
	for _, want := range t.Indexes {
		got, ok := described[want.Name]
		switch {
		case !ok && want.Local:
			return &UnsupportedEngineError{Missing: "local secondary indexes (" + want.Name + " is not there)"}
		case !ok:
			return fmt.Errorf("index %s is not there", want.Name)
		case got.Name != want.Name || got.Key != want.Key || got.Local != want.Local:
			return fmt.Errorf("index %s is %+v, not %+v", want.Name, got.Index, want)
		case got.projection != want.projectionType():
			return fmt.Errorf("index %s holds %s, not %s", want.Name, got.projection, want.projectionType())
		}
	}
	return nil
}

func checkAttributes(names []string, definitions []types.AttributeDefinition) error {
	kinds := make(map[string]types.ScalarAttributeType, len(definitions))
	for _, d := range definitions {
		kinds[aws.ToString(d.AttributeName)] = d.AttributeType
	}
	for _, name := range names {
		if kinds[name] != types.ScalarAttributeTypeS {
			return fmt.Errorf("attribute %s is of type %q, not S", name, kinds[name])
		}
	}
	return nil
}

// describedIndex is an index as the engine describes it.
type describedIndex struct {
	Index
	projection types.ProjectionType
}

func describedIndexes(table *types.TableDescription) map[string]describedIndex {
	described := make(map[string]describedIndex)
	add := func(name *string, keys []types.KeySchemaElement, p *types.Projection, local bool) {
		x := describedIndex{Index: Index{Name: aws.ToString(name), Key: keyOf(keys), Local: local}}
		if p != nil {
			x.projection = p.ProjectionType
		}
		described[x.Name] = x
	}
	for _, x := range table.LocalSecondaryIndexes {
		add(x.IndexName, x.KeySchema, x.Projection, true)
	}
	for _, x := range table.GlobalSecondaryIndexes {
		add(x.IndexName, x.KeySchema, x.Projection, false)
	}
	return described
}

func keyOf(elements []types.KeySchemaElement) Key {
	var key Key
	for _, e := range elements {
		switch e.KeyType {
		case types.KeyTypeHash:
			key.Partition = aws.ToString(e.AttributeName)
		case types.KeyTypeRange:
			key.Sort = aws.ToString(e.AttributeName)
		}
	}
	return key
}
