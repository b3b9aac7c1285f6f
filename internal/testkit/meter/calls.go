package meter

import (
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

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

// writesOf are the writes of a call; none of one that reads. A transaction counts each twice.
func writesOf(input any) (all []write) {
	factor := 1.0
	if _, is := input.(*dynamodb.TransactWriteItemsInput); is {
		factor = 2
	}
	for _, item := range testkit.Written(input) {
		all = append(all, write{keyOf(item), factor})
	}
	return all
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
