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
}

// AccessesOf lists the accesses of a DynamoDB call by its input. The access of an
// unknown operation has the action "unknown" and no partition.
func AccessesOf(input any) []Access {
	switch in := input.(type) {
	case *dynamodb.GetItemInput:
		return []Access{{"GetItem", "", partitionOf(in.Key)}}
	case *dynamodb.PutItemInput:
		return []Access{{"PutItem", "", partitionOf(in.Item)}}
	case *dynamodb.UpdateItemInput:
		return []Access{{"UpdateItem", "", partitionOf(in.Key)}}
	case *dynamodb.DeleteItemInput:
		return []Access{{"DeleteItem", "", partitionOf(in.Key)}}
	case *dynamodb.QueryInput:
		return []Access{{"Query", indexOf(in), queriedPartition(in)}}
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
			all = append(all, Access{"BatchGetItem", "", partitionOf(key)})
		}
	}
	return all
}

func batchWriteAccesses(in *dynamodb.BatchWriteItemInput) (all []Access) {
	for _, writes := range in.RequestItems {
		for _, w := range writes {
			switch {
			case w.PutRequest != nil:
				all = append(all, Access{"BatchWriteItem", "", partitionOf(w.PutRequest.Item)})
			case w.DeleteRequest != nil:
				all = append(all, Access{"BatchWriteItem", "", partitionOf(w.DeleteRequest.Key)})
			}
		}
	}
	return all
}

func transactionAccesses(in *dynamodb.TransactWriteItemsInput) (all []Access) {
	for _, item := range in.TransactItems {
		switch {
		case item.Put != nil:
			all = append(all, Access{"PutItem", "", partitionOf(item.Put.Item)})
		case item.Update != nil:
			all = append(all, Access{"UpdateItem", "", partitionOf(item.Update.Key)})
		case item.Delete != nil:
			all = append(all, Access{"DeleteItem", "", partitionOf(item.Delete.Key)})
		case item.ConditionCheck != nil:
			all = append(all, Access{"ConditionCheckItem", "", partitionOf(item.ConditionCheck.Key)})
		}
	}
	return all
}

func partitionOf(item map[string]types.AttributeValue) string { return stringOf(item[dynamo.AttrPK]) }

func stringOf(value types.AttributeValue) string {
	text, ok := value.(*types.AttributeValueMemberS)
	if !ok {
		return ""
	}
	return text.Value
}

var equalityPattern = regexp.MustCompile(`(#\w+) = (:\w+)`)

// queriedPartition is the partition key in the condition of a query.
func queriedPartition(in *dynamodb.QueryInput) string {
	for _, pair := range equalityPattern.FindAllStringSubmatch(*in.KeyConditionExpression, -1) {
		switch in.ExpressionAttributeNames[pair[1]] {
		case dynamo.AttrPK, dynamo.AttrG1, dynamo.AttrG2, dynamo.AttrCW:
			return stringOf(in.ExpressionAttributeValues[pair[2]])
		}
	}
	return ""
}
