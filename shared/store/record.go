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
	attrPK  = "pk"
	attrSK  = "sk"
	attrLSK = "lsk" // sort attribute of all three indexes
	attrG1  = "g1"  // by_ws
	attrG2  = "g2"  // by_proj
	attrExp = "exp" // seconds since 1970; from then on the item counts as gone
	attrBy  = "by"  // the write that made the item, to know it again after a lost answer
	attrVer = "ver"
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
	it[attrPK], it[attrSK] = text(k.pk), text(k.sk)
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

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func number(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: fmt.Sprint(n)}
}

func textOf(it item, name string) string {
	if s, ok := it[name].(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}

func keyOf(it item) key { return key{textOf(it, attrPK), textOf(it, attrSK)} }

func (k key) attributes() item { return item{attrPK: text(k.pk), attrSK: text(k.sk)} }

// expired reports whether the item's time is over; it may still lie in the
// table for days.
func expired(it item, now domain.Instant) bool {
	n, ok := it[attrExp].(*types.AttributeValueMemberN)
	if !ok {
		return false
	}
	var at int64
	_, _ = fmt.Sscan(n.Value, &at)
	return at <= now.Unix()
}

// sorted puts an item into the partition's own index.
func sorted(it item, lsk string) item {
	it[attrLSK] = text(lsk)
	return it
}

// expiring makes an item end by itself.
func expiring(it item, at domain.Instant) item {
	it[attrExp] = number(at.Unix())
	return it
}
