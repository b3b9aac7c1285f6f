package testkit

import (
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
)

// ReadsKey selects the batch reads with a key whose partition and sort key have these texts in
// them.
func ReadsKey(partition, sort string) func(Attempt) bool {
	return func(a Attempt) bool {
		in, ok := a.Input.(*dynamodb.BatchGetItemInput)
		if !ok {
			return false
		}
		for _, table := range in.RequestItems {
			for _, key := range table.Keys {
				if hasText(key[dynamo.AttrPK], partition) && hasText(key[dynamo.AttrSK], sort) {
					return true
				}
			}
		}
		return false
	}
}

func hasText(value types.AttributeValue, text string) bool {
	s, ok := value.(*types.AttributeValueMemberS)
	return ok && strings.Contains(s.Value, text)
}
