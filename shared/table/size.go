package table

import (
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	// recordOverhead is more than the names, ids and times of any record take.
	recordOverhead = 1_000
	// MaxRecordSize is the largest estimate of a record that a list returns, in
	// bytes. A page keeps room for one such record.
	MaxRecordSize = 40_000
)

// EstimateSize estimates how many bytes an item takes as JSON in an answer. The
// estimate is never too small.
func EstimateSize[I Readable](it I) int {
	row, n := rowOf(it), recordOverhead
	if row.item == nil {
		return n + row.json.MaxSize()
	}
	for _, value := range row.item {
		n += estimateValueSize(value)
	}
	return n
}

func estimateValueSize(value types.AttributeValue) int {
	switch v := value.(type) {
	case *types.AttributeValueMemberS:
		return jsonStringLen(v.Value)
	case *types.AttributeValueMemberL:
		n := 0
		for _, element := range v.Value {
			n += estimateValueSize(element) + 1
		}
		return n
	case *types.AttributeValueMemberM:
		n := 0
		for name, element := range v.Value {
			n += len(name) + estimateValueSize(element) + 4
		}
		return n
	default:
		return 20
	}
}

// jsonStringLen is the length of a JSON string with its quotes: a control
// character takes up to six bytes, a quote or a backslash two (RFC 8259,
// section 7).
func jsonStringLen(text string) int {
	n := len(text) + 2
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ':
			n += 5
		case c == '"' || c == '\\':
			n++
		}
	}
	return n
}
