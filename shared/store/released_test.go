package store

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/dynamojson"
	"stint/shared/dynamo"
	"stint/shared/dynamo/itemjson"
	"stint/shared/store/testdata/releases"
	"stint/shared/table"
)

// ofTheTable are attributes that are in no record: the table writes them, or a condition reads them.
var ofTheTable = append([]string{"by", "gone", "exp", "wake", "used", dynamo.AttrTrace},
	dynamo.Schema().KeyAttributes()...)

// releasedItem is an item that a release wrote.
type releasedItem struct {
	key        table.Key
	json       itemjson.Item
	isMark     bool            // of a record that was deleted
	attributes dynamojson.Item // without those of the table
}

// keeps reports whether a record type reads an item without losing an attribute or changing one.
func (it releasedItem) keeps(t *testing.T, record reflect.Type) bool {
	t.Helper()
	read := reflect.New(record)
	if it.json.Decode(read.Interface()) != nil {
		return false
	}
	written, err := attributevalue.MarshalMapWithOptions(read.Interface(), func(o *attributevalue.EncoderOptions) {
		o.TagKey, o.UseEncodingMarshalers = "db", true
	})
	if err != nil {
		return false
	}
	for name, value := range it.attributes {
		if _, there := written[name]; !(there || isZero(value)) || there && !reflect.DeepEqual(written[name], value) {
			return false
		}
	}
	return true
}

// isZero reports whether a value is that of an attribute that is not there.
func isZero(value types.AttributeValue) bool {
	switch v := value.(type) {
	case *types.AttributeValueMemberS:
		return v.Value == ""
	case *types.AttributeValueMemberN:
		return v.Value == "0"
	case *types.AttributeValueMemberBOOL:
		return !v.Value
	}
	return false
}

// kindOf finds the kind of an item: its key has the form, and its record loses nothing of the item.
func (it releasedItem) kindOf(t *testing.T) (k kind, ok bool) {
	t.Helper()
	shape := shapeOf(it.key)
	for _, k := range kinds {
		record := k.record
		if it.isMark {
			record = deletionMark
		}
		if shapeOf(k.key) == shape && (record == reflect.TypeFor[anything]() || it.keeps(t, record)) {
			return k, true
		}
	}
	return kind{}, false
}

// A record of each release is read as it was written, and the newest release has every kind of record.
func TestRecordsOfEachReleaseAreRead(t *testing.T) {
	t.Parallel()
	var seen map[kind]bool
	var newest string
	for _, file := range releaseFiles(t, releases.Items) {
		seen, newest = map[kind]bool{}, file.Release
		marks := 0
		for line := range bytes.Lines(file.Content) {
			it := readReleased(t, line)
			k, ok := it.kindOf(t)
			if !ok {
				t.Errorf("%s: no record reads %s", newest, it.json)
			}
			if it.isMark {
				marks++
				continue
			}
			seen[k] = true
		}
		if marks == 0 {
			t.Errorf("%s has no mark of a deleted record", newest)
		}
	}
	for _, k := range kinds {
		if !seen[k] {
			t.Errorf("the newest release, %s, has no %s of key.%s, such as %s: make one in functions/released_records_test.go",
				newest, k.record, k.function, k.key)
		}
	}
}

func TestVersionsAreOrderedByTheirNumbers(t *testing.T) {
	t.Parallel()
	all := []string{"1.10.0", "2.0.0", "1.9.0", "1.9.1"}
	slices.SortFunc(all, releases.Compare)
	if want := []string{"1.9.0", "1.9.1", "1.10.0", "2.0.0"}; !slices.Equal(all, want) {
		t.Errorf("got %v, want %v", all, want)
	}
}
