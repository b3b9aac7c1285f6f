package testkit

import (
	"regexp"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
)

// Access is what a call does with one partition, in the terms of an IAM policy. A
// transaction has the accesses of its actions.
type Access struct {
	Action    string // such as "PutItem"
	Index     string // of a Query; "" is the table
	Partition string // partition key of the table or index
	Condition string // of a put, with the names of attributes in place of their placeholders; "" is none
}

// AccessesOf lists the accesses of a DynamoDB call by its input. The access of an
// unknown operation has the action "unknown" and no partition.
func AccessesOf(input any) []Access {
	switch in := input.(type) {
	case *dynamodb.GetItemInput:
		return []Access{{Action: "GetItem", Partition: partitionOf(in.Key)}}
	case *dynamodb.PutItemInput:
		return []Access{{Action: "PutItem", Partition: partitionOf(in.Item),
			Condition: conditionOf(in.ConditionExpression, in.ExpressionAttributeNames)}}
	case *dynamodb.UpdateItemInput:
		return []Access{{Action: "UpdateItem", Partition: partitionOf(in.Key)}}
	case *dynamodb.DeleteItemInput:
		return []Access{{Action: "DeleteItem", Partition: partitionOf(in.Key)}}
	case *dynamodb.QueryInput:
		return []Access{{Action: "Query", Index: indexOf(in), Partition: queriedPartition(in)}}
	case *dynamodb.BatchGetItemInput:
		return batchGetAccesses(in)
	case *dynamodb.BatchWriteItemInput:
		return batchWriteAccesses(in)
	case *dynamodb.TransactWriteItemsInput:
		return transactionAccesses(in)
	}
	return []Access{{Action: "unknown"}}
}

func batchGetAccesses(in *dynamodb.BatchGetItemInput) (all []Access) {
	for _, table := range in.RequestItems {
		for _, key := range table.Keys {
			all = append(all, Access{Action: "BatchGetItem", Partition: partitionOf(key)})
		}
	}
	return all
}

func batchWriteAccesses(in *dynamodb.BatchWriteItemInput) (all []Access) {
	for _, writes := range in.RequestItems {
		for _, w := range writes {
			switch {
			case w.PutRequest != nil:
				all = append(all, Access{Action: "BatchWriteItem", Partition: partitionOf(w.PutRequest.Item)})
			case w.DeleteRequest != nil:
				all = append(all, Access{Action: "BatchWriteItem", Partition: partitionOf(w.DeleteRequest.Key)})
			}
		}
	}
	return all
}

func transactionAccesses(in *dynamodb.TransactWriteItemsInput) (all []Access) {
	for _, item := range in.TransactItems {
		switch {
		case item.Put != nil:
			all = append(all, Access{Action: "PutItem", Partition: partitionOf(item.Put.Item),
				Condition: conditionOf(item.Put.ConditionExpression, item.Put.ExpressionAttributeNames)})
		case item.Update != nil:
			all = append(all, Access{Action: "UpdateItem", Partition: partitionOf(item.Update.Key)})
		case item.Delete != nil:
			all = append(all, Access{Action: "DeleteItem", Partition: partitionOf(item.Delete.Key)})
		case item.ConditionCheck != nil:
			all = append(all, Access{Action: "ConditionCheckItem", Partition: partitionOf(item.ConditionCheck.Key)})
		}
	}
	return all
}

func partitionOf(item map[string]types.AttributeValue) string { return TextOf(item[dynamo.AttrPK]) }

var equalityPattern = regexp.MustCompile(`(#\w+) = (:\w+)`)

// queriedPartition is the partition key in the condition of a query.
func queriedPartition(in *dynamodb.QueryInput) string {
	for _, pair := range equalityPattern.FindAllStringSubmatch(*in.KeyConditionExpression, -1) {
		switch in.ExpressionAttributeNames[pair[1]] {
		case dynamo.AttrPK, dynamo.AttrG1, dynamo.AttrG2, dynamo.AttrCW:
			return TextOf(in.ExpressionAttributeValues[pair[2]])
		}
	}
	return ""
}

// placeholder matches the placeholder of a name in an expression.
var placeholder = regexp.MustCompile(`#\w+`)

// conditionOf is a condition with the names of its attributes.
func conditionOf(condition *string, names map[string]string) string {
	if condition == nil {
		return ""
	}
	return placeholder.ReplaceAllStringFunc(*condition, func(found string) string { return names[found] })
}
