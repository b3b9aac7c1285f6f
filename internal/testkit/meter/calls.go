package meter

import (
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
	"stint/shared/dynamo"
)

// queried is the key of a query. A local index has the keys of the table.
func queried(in *dynamodb.QueryInput) Key {
	access := testkit.AccessesOf(in)[0]
	if access.Index == dynamo.IndexLSK {
		access.Index = ""
	}
	return Key{access.Index, access.Partition}
}

// writesOf are the writes of a call; none of one that reads.
func writesOf(input any) (all []write) {
	switch in := input.(type) {
	case *dynamodb.PutItemInput:
		return []write{{keyOf(in.Item), 1}}
	case *dynamodb.UpdateItemInput:
		return []write{{keyOf(in.Key), 1}}
	case *dynamodb.DeleteItemInput:
		return []write{{keyOf(in.Key), 1}}
	case *dynamodb.BatchWriteItemInput:
		for _, table := range in.RequestItems {
			for _, request := range table {
				all = append(all, write{keyOf(putOrDeleted(request)), 1})
			}
		}
	case *dynamodb.TransactWriteItemsInput:
		for _, action := range in.TransactItems {
			all = append(all, write{keyOf(target(action)), 2})
		}
	}
	return all
}

func putOrDeleted(r types.WriteRequest) attributes {
	if r.PutRequest != nil {
		return r.PutRequest.Item
	}
	return r.DeleteRequest.Key
}

func target(action types.TransactWriteItem) attributes {
	switch {
	case action.Put != nil:
		return action.Put.Item
	case action.Update != nil:
		return action.Update.Key
	case action.Delete != nil:
		return action.Delete.Key
	}
	return action.ConditionCheck.Key
}

// reportedBy are the units that the database reports for a write.
func reportedBy(output any) (units float64) {
	switch out := output.(type) {
	case *dynamodb.PutItemOutput:
		return consumed(out.ConsumedCapacity)
	case *dynamodb.UpdateItemOutput:
		return consumed(out.ConsumedCapacity)
	case *dynamodb.DeleteItemOutput:
		return consumed(out.ConsumedCapacity)
	case *dynamodb.BatchWriteItemOutput:
		for i := range out.ConsumedCapacity {
			units += consumed(&out.ConsumedCapacity[i])
		}
	case *dynamodb.TransactWriteItemsOutput:
		for i := range out.ConsumedCapacity {
			units += consumed(&out.ConsumedCapacity[i])
		}
	}
	return units
}
