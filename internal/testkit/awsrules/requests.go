package awsrules

import (
	"errors"
	"fmt"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
)

// Bounds of batches and transactions.
const (
	maxBatchGet    = 100
	maxBatchWrite  = 25
	maxActions     = 100
	maxTransaction = 4 << 20  // bytes
	maxBatch       = 16 << 20 // bytes
	maxToken       = 36       // characters of the token of a transaction
)

func checkQuery(in *dynamodb.QueryInput) error {
	index, err := indexNamed(aws.ToString(in.IndexName))
	if err != nil {
		return err
	}
	if in.Limit != nil && *in.Limit < 1 {
		return errors.New("the limit must be at least 1")
	}
	if aws.ToBool(in.ConsistentRead) && index.Name != "" && !index.Local {
		return errors.New("consistent reads are not supported on global secondary indexes")
	}
	e := expressions{names: in.ExpressionAttributeNames, values: in.ExpressionAttributeValues}
	if err := first(e.keyCondition(in, index), e.filter(in.FilterExpression, index),
		e.projection(in.ProjectionExpression)); err != nil {
		return err
	}
	return first(e.unused(), e.projected(in.ProjectionExpression, index))
}

// indexNamed is an index by its name; "" is the table itself.
func indexNamed(name string) (dynamo.Index, error) {
	if name == "" {
		return dynamo.Index{Key: schema.Key, Local: true}, nil
	}
	for _, index := range schema.Indexes {
		if index.Name == name {
			return index, nil
		}
	}
	return dynamo.Index{}, fmt.Errorf("the table does not have the specified index: %s", name)
}

// keyCondition checks that a query names one partition, and a range of sort keys at most.
func (e *expressions) keyCondition(in *dynamodb.QueryInput, index dynamo.Index) error {
	p, err := e.read("condition", in.KeyConditionExpression)
	if err != nil {
		return err
	}
	counts := map[string]int{}
	for _, o := range p.operations {
		name := e.attribute(o.operands[0])
		counts[name]++
		switch {
		case name != index.Key.Partition && name != index.Key.Sort:
			return fmt.Errorf("query condition missed key schema element: %s is no key", name)
		case name == index.Key.Partition && o.name != "=":
			return errors.New("query key condition not supported")
		case !slices.Contains([]string{"=", "<", "<=", ">", ">=", "BETWEEN", "begins_with"}, o.name):
			return fmt.Errorf("invalid operator used in KeyConditionExpression: %s", o.name)
		}
		for _, operand := range o.operands[1:] {
			if err := checkKeyValue(name, e.values[operand]); err != nil {
				return err
			}
		}
	}
	if counts[index.Key.Partition] != 1 || counts[index.Key.Sort] > 1 {
		return errors.New("KeyConditionExpressions must contain one condition for the partition, and one per key")
	}
	return e.startKey(in.ExclusiveStartKey, index, p.operations)
}

// startKey checks that a query goes on within its own range.
func (e *expressions) startKey(start item, index dynamo.Index, conditions []operation) error {
	if start == nil {
		return nil
	}
	names := []string{schema.Key.Partition, schema.Key.Sort, index.Key.Partition, index.Key.Sort}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(start) != len(names) {
		return errors.New("the provided starting key is invalid")
	}
	for _, name := range names {
		if err := checkKeyValue(name, start[name]); err != nil {
			return fmt.Errorf("the provided starting key is invalid: %w", err)
		}
	}
	for _, o := range conditions {
		at := text(start[e.attribute(o.operands[0])])
		if !e.holds(o, at) {
			return errors.New("the provided starting key is outside query boundaries based on provided conditions")
		}
	}
	return nil
}

// holds reports whether a key is in the range of a condition, or at its end.
func (e *expressions) holds(o operation, at string) bool {
	bound := text(e.values[o.operands[1]])
	switch o.name {
	case "=":
		return at == bound
	case "<", "<=":
		return at <= bound
	case ">", ">=":
		return at >= bound
	case "BETWEEN":
		return at >= bound && at <= text(e.values[o.operands[2]])
	}
	return len(at) >= len(bound) && at[:len(bound)] == bound // begins_with
}

func text(value types.AttributeValue) string {
	if s, ok := value.(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}

// filter checks that a filter leaves the key of the query alone.
func (e *expressions) filter(expression *string, index dynamo.Index) error {
	p, err := e.read("condition", expression)
	for _, name := range p.used {
		if attribute := e.names[name]; err == nil && attribute != "" &&
			(attribute == index.Key.Partition || attribute == index.Key.Sort) {
			return fmt.Errorf("filter expression can only contain non-primary key attributes: %s", attribute)
		}
	}
	return err
}

// projected checks that an index with keys only is asked for nothing else.
func (e *expressions) projected(expression *string, index dynamo.Index) error {
	if expression == nil || !index.KeysOnly {
		return nil
	}
	for _, c := range parse("projection", *expression).operations {
		if _, isKey := isSortKey[e.attribute(c.operands[0])]; !isKey {
			return fmt.Errorf("global secondary index %s does not project %s", index.Name, e.attribute(c.operands[0]))
		}
	}
	return nil
}

func checkBatchGet(in *dynamodb.BatchGetItemInput) error {
	seen := distinct{}
	for _, table := range in.RequestItems {
		e := expressions{names: table.ExpressionAttributeNames}
		if err := first(e.projection(table.ProjectionExpression), e.unused()); err != nil {
			return err
		}
		for _, key := range table.Keys {
			if err := first(checkKey(key), seen.add(key)); err != nil {
				return err
			}
		}
	}
	return seen.checkCount(maxBatchGet)
}

func checkBatchWrite(in *dynamodb.BatchWriteItemInput) error {
	seen, size := distinct{}, 0
	for _, writes := range in.RequestItems {
		for _, w := range writes {
			var err error
			switch {
			case w.PutRequest != nil:
				size += sizeOf(&types.AttributeValueMemberM{Value: w.PutRequest.Item})
				err = first(checkItem(w.PutRequest.Item), seen.add(w.PutRequest.Item))
			case w.DeleteRequest != nil:
				err = first(checkKey(w.DeleteRequest.Key), seen.add(w.DeleteRequest.Key))
			}
			if err != nil {
				return err
			}
		}
	}
	if size > maxBatch {
		return errors.New("the batch is larger than 16 MB")
	}
	return seen.checkCount(maxBatchWrite)
}

func checkTransaction(in *dynamodb.TransactWriteItemsInput) error {
	if len(aws.ToString(in.ClientRequestToken)) > maxToken {
		return errors.New("the token of a transaction has at most 36 characters")
	}
	seen, size := distinct{}, 0
	for _, action := range in.TransactItems {
		key, bytes, err := checkAction(action)
		if err := first(err, seen.add(key)); err != nil {
			return err
		}
		size += bytes
	}
	if size > maxTransaction {
		return errors.New("the aggregated size of items in the transaction exceeds 4 MB")
	}
	return seen.checkCount(maxActions)
}

// checkAction checks an action of a transaction. It returns the item's key and how much of the item is sent.
func checkAction(action types.TransactWriteItem) (key item, size int, err error) {
	switch {
	case action.Put != nil:
		a := action.Put
		return a.Item, sizeOf(&types.AttributeValueMemberM{Value: a.Item}), Check(&dynamodb.PutItemInput{
			Item: a.Item, ConditionExpression: a.ConditionExpression, ExpressionAttributeNames: a.ExpressionAttributeNames,
			ExpressionAttributeValues: a.ExpressionAttributeValues,
		})
	case action.Update != nil:
		a := action.Update
		return a.Key, sizeOf(&types.AttributeValueMemberM{Value: a.ExpressionAttributeValues}),
			Check(&dynamodb.UpdateItemInput{
				Key: a.Key, UpdateExpression: a.UpdateExpression, ConditionExpression: a.ConditionExpression,
				ExpressionAttributeNames: a.ExpressionAttributeNames, ExpressionAttributeValues: a.ExpressionAttributeValues,
			})
	case action.Delete != nil:
		a := action.Delete
		return a.Key, 0, Check(&dynamodb.DeleteItemInput{
			Key: a.Key, ConditionExpression: a.ConditionExpression, ExpressionAttributeNames: a.ExpressionAttributeNames,
			ExpressionAttributeValues: a.ExpressionAttributeValues,
		})
	case action.ConditionCheck != nil:
		a := action.ConditionCheck // as a delete, which has the same key and condition
		return a.Key, 0, Check(&dynamodb.DeleteItemInput{
			Key: a.Key, ConditionExpression: a.ConditionExpression, ExpressionAttributeNames: a.ExpressionAttributeNames,
			ExpressionAttributeValues: a.ExpressionAttributeValues,
		})
	}
	return nil, 0, errors.New("TransactItems can only contain one of Check, Put, Update or Delete")
}

// distinct are the keys of a batch or a transaction, which has each item once.
type distinct map[[2]string]bool

func (d distinct) add(it item) error {
	key := [2]string{text(it[schema.Key.Partition]), text(it[schema.Key.Sort])}
	if d[key] {
		return errors.New("a request cannot include multiple operations on one item")
	}
	d[key] = true
	return nil
}

func (d distinct) checkCount(most int) error {
	if len(d) < 1 || len(d) > most {
		return fmt.Errorf("%d items: a request has 1 to %d", len(d), most)
	}
	return nil
}
