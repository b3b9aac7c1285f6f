package table

import (
	"cmp"
	"fmt"
	"maps"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
	"stint/shared/dynamo/itemjson"
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
		// a programming error that any test of the type finds
		panic(fmt.Sprintf("table: record %T cannot be encoded: %v", record, err))
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

// Row is an item that a read found. It is as DynamoDB sent it, so that a record is read
// from it at once, without an Item.
type Row struct {
	json itemjson.Item
	item Item // in place of json: of a row that a read did not find as it is
}

// Readable is what a record can be read from.
type Readable interface{ Item | Row }

func rowOf[I Readable](it I) Row {
	if row, ok := any(&it).(*Row); ok { // a pointer, so that nothing is allocated
		return *row
	}
	return Row{item: any(it).(Item)}
}

// rowsIn are the items of an answer. The client that made it may not keep JSON.
func rowsIn(answer *dynamo.Answer, items []Item) []Row {
	rows := make([]Row, len(items))
	for i, item := range items {
		if answer.Items != nil {
			rows[i].json = answer.Items[i]
		} else {
			rows[i].item = item
		}
	}
	return rows
}

// Item is the item of a row, in the form in which it can be written. The caller may
// change it.
func (row Row) Item() (Item, error) {
	if row.item != nil {
		return maps.Clone(row.item), nil
	}
	return row.json.Attributes()
}

// ItemsOf are the items of rows.
func ItemsOf(rows []Row) (items []Item, err error) {
	items = make([]Item, len(rows))
	for i, row := range rows {
		if items[i], err = row.Item(); err != nil {
			return nil, err
		}
	}
	return items, nil
}

// Decode reads a record from an item.
func Decode[T any, I Readable](it I) (record T, err error) {
	if row := rowOf(it); row.item != nil {
		err = decodeItem(row.item, &record)
	} else {
		err = row.json.Decode(&record)
	}
	if err != nil {
		return record, fmt.Errorf("table: decode %T: %w", record, err)
	}
	return record, nil
}

func decodeItem(it Item, record any) error {
	return attributevalue.UnmarshalMapWithOptions(it, record, func(o *attributevalue.DecoderOptions) {
		o.TagKey = "db"
		o.UseEncodingUnmarshalers = true
	})
}

// StringAttribute is the string in an attribute of an item, "" when there is
// none.
func StringAttribute[I Readable](it I, name string) string {
	row := rowOf(it)
	if row.item == nil {
		return row.json.Text(name)
	}
	if s, ok := row.item[name].(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}

// IsMark reports whether an item is the mark of a deleted record.
func IsMark[I Readable](it I) bool {
	row := rowOf(it)
	if row.item == nil {
		return row.json.Has(attrGone)
	}
	return row.item[attrGone] != nil
}

// MarkOf decodes what the mark of a deleted record says; ok is false for an item that is
// no mark.
func MarkOf[T any, I Readable](it I) (said T, ok bool, err error) {
	row := rowOf(it)
	if row.item == nil {
		row.json, ok = row.json.Map(attrGone)
	} else if m, isMap := row.item[attrGone].(*types.AttributeValueMemberM); isMap {
		row.item, ok = m.Value, true
	}
	if !ok {
		return said, false, nil
	}
	said, err = Decode[T](row)
	return said, true, err
}

// isAbsent reports whether an item does not count as there: it is the mark of a deleted
// record, or has expired. Every read checks for it.
func isAbsent(row Row, now time.Time) bool { return IsMark(row) || isExpired(row, now) }

// isExpired reports whether an item has expired. DynamoDB may take days to
// delete an expired item.
func isExpired(row Row, now time.Time) bool {
	text, ok := row.expiry()
	if !ok {
		return false
	}
	at, _ := strconv.ParseInt(text, 10, 64)
	return at <= now.Unix()
}

// expiry is the number in which an item says when it expires.
func (row Row) expiry() (text string, ok bool) {
	if row.item == nil {
		return row.json.Number(dynamo.AttrExpires)
	}
	if n, ok := row.item[dynamo.AttrExpires].(*types.AttributeValueMemberN); ok {
		return n.Value, true
	}
	return "", false
}

// key is the key of the row in the table and all indexes, as a start key.
func (row Row) key() Item {
	if row.item != nil {
		return row.item
	}
	key := Item{}
	for _, name := range cursorAttributes {
		if value := row.json.Text(name); value != "" {
			key[name] = StringValue(value)
		}
	}
	return key
}
