package store

import (
	"fmt"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/domain"
)

// item is a record as the table keeps it.
type item = map[string]types.AttributeValue

// Attributes that are the store's own; records use other names.
const (
	attrPK      = "pk"
	attrSK      = "sk"
	attrLSK     = "lsk" // sort attribute of all three indexes
	attrG1      = "g1"  // by_ws
	attrG2      = "g2"  // by_proj
	attrExpires = "exp" // seconds since 1970; from then on the item counts as gone
	attrMark    = "by"  // the write that made the item, to know it again after a lost answer
	attrVersion = "ver"
	// attrStamp is a submission's claim on an entry, which is laid without a new
	// version.
	attrStamp = "st"
)

// encode makes an item of a record under a key.
func encode(k key, record any) item {
	it, err := attributevalue.MarshalMapWithOptions(record, func(o *attributevalue.EncoderOptions) {
		o.TagKey = "db"
		o.UseEncodingMarshalers = true
	})
	if err != nil {
		panic(fmt.Sprintf("store: record %T cannot be kept: %v", record, err)) // a fault of the program, found by any test
	}
	it[attrPK], it[attrSK] = stringValue(k.pk), stringValue(k.sk)
	return it
}

// decode reads a record from an item.
func decode[T any](it item) (T, error) {
	var record T
	err := attributevalue.UnmarshalMapWithOptions(it, &record, func(o *attributevalue.DecoderOptions) {
		o.TagKey = "db"
		o.UseEncodingUnmarshalers = true
	})
	if err != nil {
		return record, fmt.Errorf("store: decode %T: %w", record, err)
	}
	return record, nil
}

func stringValue(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func numberValue(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: fmt.Sprint(n)}
}

func stringAttribute(it item, name string) string {
	if s, ok := it[name].(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}

func keyOf(it item) key { return key{stringAttribute(it, attrPK), stringAttribute(it, attrSK)} }

func (k key) attributes() item { return item{attrPK: stringValue(k.pk), attrSK: stringValue(k.sk)} }

// isExpired reports whether the item's time is over; it may still lie in the
// table for days.
func isExpired(it item, now domain.Instant) bool {
	n, ok := it[attrExpires].(*types.AttributeValueMemberN)
	if !ok {
		return false
	}
	var at int64
	_, _ = fmt.Sscan(n.Value, &at)
	return at <= now.Unix()
}

// withLSK puts an item into the partition's own index.
func withLSK(it item, lsk string) item {
	it[attrLSK] = stringValue(lsk)
	return it
}

// withExpiry makes an item end by itself.
func withExpiry(it item, at domain.Instant) item {
	it[attrExpires] = numberValue(at.Unix())
	return it
}
