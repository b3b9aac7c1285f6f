package apitest

import (
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/testkit"
)

// Items is everything that lies in the house's table.
func Items(h *House) []map[string]types.AttributeValue {
	h.t.Helper()
	return testkit.Dump(h.t, h.Table)
}
