package table

import (
	"cmp"

	"stint/shared/dynamo"
)

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
