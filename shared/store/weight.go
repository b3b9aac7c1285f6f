package store

import "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

// The weight of a record is an estimate of its JSON that errs on the safe side.
const (
	// recordWeight is what names, ids and times of any record come to.
	recordWeight = 1_000
	// maxWeight is the heaviest record: an entry with the longest description,
	// all of it control characters or four-byte runes, and all its tags.
	maxWeight = 40_000
)

// weight estimates how many bytes an item becomes in an answer.
func weight(it item) int {
	n := recordWeight
	for _, value := range it {
		n += weightOf(value)
	}
	return n
}

func weightOf(value types.AttributeValue) int {
	switch v := value.(type) {
	case *types.AttributeValueMemberS:
		return escaped(v.Value)
	case *types.AttributeValueMemberL:
		n := 0
		for _, element := range v.Value {
			n += weightOf(element) + 1
		}
		return n
	case *types.AttributeValueMemberM:
		n := 0
		for name, element := range v.Value {
			n += len(name) + weightOf(element) + 4
		}
		return n
	default:
		return 20
	}
}

// escaped is the length of a JSON string, quotes included: a control character
// takes up to six bytes, a quote or a backslash two (RFC 8259, section 7).
func escaped(text string) int {
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
