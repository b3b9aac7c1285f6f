package testkit

import (
	"regexp"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
)

// Touch is what a call does with one partition, in the terms of an IAM policy:
// a transaction is no action of its own, but those of its parts.
type Touch struct {
	Action    string // such as "PutItem"
	Index     string // of a Query; "" is the table itself
	Partition string // key of the table, or of the index
}

// Touches lists what a call to DynamoDB does, by its input. What it does not
// know has no partition.
func Touches(input any) []Touch {
	switch in := input.(type) {
	case *dynamodb.GetItemInput:
		return []Touch{{"GetItem", "", partition(in.Key)}}
	case *dynamodb.PutItemInput:
		return []Touch{{"PutItem", "", partition(in.Item)}}
	case *dynamodb.UpdateItemInput:
		return []Touch{{"UpdateItem", "", partition(in.Key)}}
	case *dynamodb.DeleteItemInput:
		return []Touch{{"DeleteItem", "", partition(in.Key)}}
	case *dynamodb.QueryInput:
		return []Touch{{"Query", indexOf(in), queried(in)}}
	case *dynamodb.BatchGetItemInput:
		return batchGet(in)
	case *dynamodb.BatchWriteItemInput:
		return batchWrite(in)
	case *dynamodb.TransactWriteItemsInput:
		return transaction(in)
	}
	return []Touch{{Action: "unknown"}}
}

func batchGet(in *dynamodb.BatchGetItemInput) (all []Touch) {
	for _, table := range in.RequestItems {
		for _, key := range table.Keys {
			all = append(all, Touch{"BatchGetItem", "", partition(key)})
		}
	}
	return all
}

func batchWrite(in *dynamodb.BatchWriteItemInput) (all []Touch) {
	for _, writes := range in.RequestItems {
		for _, w := range writes {
			switch {
			case w.PutRequest != nil:
				all = append(all, Touch{"BatchWriteItem", "", partition(w.PutRequest.Item)})
			case w.DeleteRequest != nil:
				all = append(all, Touch{"BatchWriteItem", "", partition(w.DeleteRequest.Key)})
			}
		}
	}
	return all
}

func transaction(in *dynamodb.TransactWriteItemsInput) (all []Touch) {
	for _, item := range in.TransactItems {
		switch {
		case item.Put != nil:
			all = append(all, Touch{"PutItem", "", partition(item.Put.Item)})
		case item.Update != nil:
			all = append(all, Touch{"UpdateItem", "", partition(item.Update.Key)})
		case item.Delete != nil:
			all = append(all, Touch{"DeleteItem", "", partition(item.Delete.Key)})
		case item.ConditionCheck != nil:
			all = append(all, Touch{"ConditionCheckItem", "", partition(item.ConditionCheck.Key)})
		}
	}
	return all
}

func partition(item map[string]types.AttributeValue) string { return textOf(item[dynamo.AttrPK]) }

func textOf(value types.AttributeValue) string {
	text, ok := value.(*types.AttributeValueMemberS)
	if !ok {
		return ""
	}
	return text.Value
}

var equals = regexp.MustCompile(`(#\w+) = (:\w+)`)

// queried is the partition that a query's condition names.
func queried(in *dynamodb.QueryInput) string {
	for _, pair := range equals.FindAllStringSubmatch(*in.KeyConditionExpression, -1) {
		switch in.ExpressionAttributeNames[pair[1]] {
		case dynamo.AttrPK, dynamo.AttrG1, dynamo.AttrG2:
			return textOf(in.ExpressionAttributeValues[pair[2]])
		}
	}
	return ""
}
