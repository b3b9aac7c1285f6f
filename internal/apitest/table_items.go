package apitest

import (
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
)

// TableItems is everything that lies in the house's table.
func TableItems(s *Service) []map[string]types.AttributeValue {
	s.t.Helper()
	return testkit.Dump(s.t, s.Table)
}
