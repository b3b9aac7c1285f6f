package store

import "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

// The weight of a record is an estimate of its JSON that errs on the safe side.
const (
	// recordOverhead is what names, ids and times of any record come to.
	recordOverhead = 1_000
	// maxRecordSize is the heaviest record: an entry with the longest description,
	// all of it control characters or four-byte runes, and all its tags.
	maxRecordSize = 40_000
)

// estimateSize estimates how many bytes an item becomes in an answer.
func estimateSize(it item) int {
	n := recordOverhead
	for _, value := range it {
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

// jsonStringLen is the length of a JSON string, quotes included: a control character
// takes up to six bytes, a quote or a backslash two (RFC 8259, section 7).
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
