package table

import (
	"fmt"
	"maps"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
	"stint/shared/dynamo/itemjson"
)

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
