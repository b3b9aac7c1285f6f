package table

import (
	"cmp"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
)

// Item is a record in the form in which DynamoDB stores it: its attributes by
// name.
type Item = map[string]types.AttributeValue

// Attributes that this package reads and writes in addition to those of
// shared/dynamo. A record uses other names for its own.
const (
	// AttrVersion is the number of changes of a record.
	AttrVersion = "ver"
	// attrMark identifies the last write of an item. A write whose answer was
	// lost is recognised by it.
	attrMark = "by"
)

// Encode makes the item of a record, under a key. The record's fields carry
// `db` tags.
func Encode(k Key, record any) Item {
	it, err := attributevalue.MarshalMapWithOptions(record, func(o *attributevalue.EncoderOptions) {
		o.TagKey = "db"
		o.UseEncodingMarshalers = true
	})
	if err != nil {
		panic(fmt.Sprintf("table: record %T cannot be encoded: %v", record, err)) // a programming error that any test of the type finds
	}
	it[dynamo.AttrPK], it[dynamo.AttrSK] = StringValue(k.PK), StringValue(k.SK)
	return it
}

// StringValue is an attribute value that holds a string.
func StringValue(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

// WithLSK adds an item to the index ByLSK, under the given sort value. It
// changes the item that it returns.
func WithLSK(it Item, lsk string) Item {
	it[dynamo.AttrLSK] = StringValue(lsk)
	return it
}

// WithExpiry makes an item expire at the given time, in whole seconds. It
// changes the item that it returns.
func WithExpiry(it Item, at time.Time) Item {
	it[dynamo.AttrExpires] = &types.AttributeValueMemberN{Value: fmt.Sprint(at.Unix())}
	return it
}

// Key is the primary key of an item.
type Key struct {
	PK string // partition key
	SK string // sort key
}

// KeyOf is the primary key of an item.
func KeyOf[I Readable](it I) Key {
	return Key{PK: StringAttribute(it, dynamo.AttrPK), SK: StringAttribute(it, dynamo.AttrSK)}
}

// Compare orders keys by partition key, then by sort key. The result is
// negative, zero or positive, as in cmp.Compare.
func (k Key) Compare(other Key) int {
	return cmp.Or(cmp.Compare(k.PK, other.PK), cmp.Compare(k.SK, other.SK))
}

func (k Key) attributes() Item {
	return Item{dynamo.AttrPK: StringValue(k.PK), dynamo.AttrSK: StringValue(k.SK)}
}

// DistinctKeys returns the keys without repetitions, in the order of their first
// appearance.
func DistinctKeys(keys []Key) []Key {
	seen := make(map[Key]bool, len(keys))
	out := make([]Key, 0, len(keys))
	for _, k := range keys {
		if !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	return out
}
