package meter

import (
	"hash/fnv"
	"sort"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
	"stint/internal/testkit/awsrules"
	"stint/shared/dynamo"
)

type attributes = map[string]types.AttributeValue

// item is what the meter keeps of an item of the table.
type item struct {
	key     itemKey
	copies  []entry // the table's first, then those of the indexes in the order of the schema
	expires int64   // Unix seconds; 0 is never
}

type itemKey struct{ partition, sort string }

// entry is one copy of an item, in the table or in an index.
type entry struct {
	key    Key    // "" as partition: the index does not have the item
	sort   string // in the index
	size   int
	digest uint64 // of what the copy holds
}

// Key is a partition key of the table or of an index. A local index has the keys of the table.
type Key struct{ Index, Partition string }

// newItem makes what the meter keeps of an item; nil is no item.
func newItem(of attributes) *item {
	if of == nil {
		return nil
	}
	it := &item{key: keyOf(of), expires: number(of[dynamo.AttrExpires])}
	schema := dynamo.Schema()
	whole := entry{Key{"", it.key.partition}, it.key.sort, awsrules.ItemSize(of), digestOf(of)}
	it.copies = append(it.copies, whole)
	for _, index := range schema.Indexes {
		partition, at := testkit.TextOf(of[index.Key.Partition]), testkit.TextOf(of[index.Key.Sort])
		copied := entry{Key{index.Name, partition}, at, whole.size, whole.digest}
		if index.Local {
			copied.key.Index = ""
		}
		if index.KeysOnly {
			keys := pick(of, dynamo.AttrPK, dynamo.AttrSK, index.Key.Partition, index.Key.Sort)
			copied.size, copied.digest = awsrules.ItemSize(keys), digestOf(keys)
		}
		if copied.sort == "" || copied.key.Partition == "" {
			copied = entry{}
		}
		it.copies = append(it.copies, copied)
	}
	return it
}

func pick(of attributes, names ...string) attributes {
	some := attributes{}
	for _, name := range names {
		if of[name] != nil {
			some[name] = of[name]
		}
	}
	return some
}

func number(v types.AttributeValue) (n int64) {
	if s, ok := v.(*types.AttributeValueMemberN); ok {
		for _, digit := range s.Value {
			if digit < '0' || digit > '9' {
				return n
			}
			n = n*10 + int64(digit-'0')
		}
	}
	return n
}

// digestOf tells items apart.
func digestOf(of attributes) uint64 {
	names := make([]string, 0, len(of))
	for name := range of {
		names = append(names, name)
	}
	sort.Strings(names)
	hash := fnv.New64a()
	for _, name := range names {
		hash.Write([]byte(name))
		addValue(hash.Write, of[name])
	}
	return hash.Sum64()
}

func addValue(write func([]byte) (int, error), value types.AttributeValue) {
	add := func(text string) { _, _ = write([]byte(text + "\x00")) }
	switch v := value.(type) {
	case *types.AttributeValueMemberS:
		add("s" + v.Value)
	case *types.AttributeValueMemberN:
		add("n" + v.Value)
	case *types.AttributeValueMemberB:
		add("b" + string(v.Value))
	case *types.AttributeValueMemberBOOL:
		if v.Value {
			add("true")
		}
	case *types.AttributeValueMemberL:
		for _, one := range v.Value {
			addValue(write, one)
		}
		add("l")
	case *types.AttributeValueMemberM:
		add("m")
		names := make([]string, 0, len(v.Value))
		for name := range v.Value {
			names = append(names, name)
		}
		sort.Strings(names)
		for _, name := range names {
			add(name)
			addValue(write, v.Value[name])
		}
	case *types.AttributeValueMemberSS:
		for _, one := range v.Value {
			add(one)
		}
	}
}
