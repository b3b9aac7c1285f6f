package store

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/dynamojson"
	"stint/shared/domain/people"
	"stint/shared/dynamo"
	"stint/shared/dynamo/itemjson"
	"stint/shared/store/feeddb"
	"stint/shared/store/peopledb"
)

// ofTheTable are attributes that are in no record: the table writes them, or a condition reads them.
var ofTheTable = append([]string{"by", "gone", "exp", "wake", "used", dynamo.AttrTrace},
	dynamo.Schema().KeyAttributes()...)

// releasedItem is an item that a release wrote.
type releasedItem struct {
	json       itemjson.Item
	attributes dynamojson.Item // without those of the table
}

// releasedItems are the items of a release.
func releasedItems(t *testing.T, name string) (all []releasedItem) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		item, err := dynamojson.ReadLine(lines.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		var line struct{ Item json.RawMessage }
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		for _, own := range ofTheTable {
			delete(item, own)
		}
		all = append(all, releasedItem{itemjson.Item(line.Item), item})
	}
	return all
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

// A record of each release is read as it was written, and every kind of record is among them.
func TestRecordsOfEachReleaseAreRead(t *testing.T) {
	t.Parallel()
	releases, err := filepath.Glob("testdata/releases/*/items.jsonl.gz")
	if err != nil || len(releases) == 0 {
		t.Fatalf("no releases: %v", err)
	}
	seen := map[reflect.Type]bool{}
	for _, name := range releases {
		for _, it := range releasedItems(t, name) {
			kept := len(it.attributes) == 0
			for _, record := range recordTypes {
				if !kept && it.keeps(t, record) || len(it.attributes) > 0 && !seen[record] && it.keeps(t, record) {
					kept, seen[record] = true, true
				}
			}
			if !kept {
				t.Errorf("%s: no record reads %s", name, it.json)
			}
		}
	}
	for _, record := range recordTypes {
		if !seen[record] && !slices.Contains(notReleased, record) {
			t.Errorf("no release has a %s: write the records of the next one", record)
		}
	}
}

// notReleased are the records that the requests of the tests do not leave in a table: those that the operator's
// command, the deliverer or the start of a function writes, that live for a day at most, or that have no attributes.
var notReleased = []reflect.Type{
	reflect.TypeFor[sealedKey](), reflect.TypeFor[CopyMark](), reflect.TypeFor[peopledb.InstanceMark](),
	reflect.TypeFor[peopledb.EndedGrant](), reflect.TypeFor[people.ClientDocument](),
	reflect.TypeFor[feeddb.WebhookSeen](),
}
