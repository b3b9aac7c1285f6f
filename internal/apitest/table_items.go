package apitest

import (
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
)

// TableItems are all items of the table.
func TableItems(s *Service) []map[string]types.AttributeValue {
	s.t.Helper()
	return testkit.Dump(s.t, s.Table)
}
