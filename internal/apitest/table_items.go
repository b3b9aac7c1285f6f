package apitest

import (
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
	"stint/shared/table"
)

// TableItems are all items of the table, without the marks of deleted records.
func TableItems(s *Service) []map[string]types.AttributeValue {
	s.t.Helper()
	return slices.DeleteFunc(testkit.Dump(s.t, s.Table), table.IsMark)
}
