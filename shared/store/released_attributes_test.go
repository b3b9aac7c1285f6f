package store

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"stint/internal/dynamojson"
	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/timelog"
	"stint/shared/dynamo/itemjson"
	"stint/shared/store/testdata/releases"
	"stint/shared/table"
)

// A release also leaves one record of each kind with every attribute that the kind may have. Requests leave many
// optional attributes out.

// writeRelease is the release whose attributes are written; see README.md in the folder.
var writeRelease = flag.String("release", "", "write the attributes of this release")

// It writes nothing without the flag.
func TestWriteRelease(t *testing.T) {
	if *writeRelease == "" {
		return
	}
	folder := filepath.Join("testdata", "releases", *writeRelease)
	if err := os.MkdirAll(folder, 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, releases.Attributes), fullRecords(t), 0o600); err != nil {
		t.Fatal(err)
	}
}

// fullRecords are the lines of a record of each kind with all of its attributes.
func fullRecords(t *testing.T) []byte {
	t.Helper()
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	for _, k := range kinds {
		if k.record == reflect.TypeFor[anything]() {
			continue
		}
		full := reflect.New(k.record).Elem()
		setAll(full, "")
		if err := encoder.Encode(dynamojson.Line(table.Encode(k.key, full.Interface()))); err != nil {
			t.Fatal(err)
		}
	}
	return lines.Bytes()
}

// filled are the values of types that are stored as a text or as bytes.
var filled = []any{someTime, feed.EventJSON(`{"type":"webhook.test"}`), []byte("bytes"),
	timelog.Stamp{SubmissionID: someID, Line: 3, Round: 12}}

// setAll sets a value, and all that is in it, to what is not left out of an item. Texts have a name.
func setAll(v reflect.Value, name string) {
	for _, value := range filled {
		if v.Type() == reflect.TypeOf(value) {
			v.Set(reflect.ValueOf(value))
			return
		}
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(name)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(7)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(7)
	default:
		setParts(v, name)
	}
}

// setParts sets a value that consists of others.
func setParts(v reflect.Value, name string) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		setAll(v.Elem(), name)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		setAll(v.Index(0), name)
	case reflect.Array:
		for i := range v.Len() {
			setAll(v.Index(i), name)
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		setAll(key, name)
		setAll(value, name)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Interface:
		v.Set(reflect.ValueOf(name))
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if attribute, _, _ := strings.Cut(f.Tag.Get("db"), ","); f.IsExported() && attribute != "-" {
				setAll(v.Field(i), attribute)
			}
		}
	default:
		panic(fmt.Sprintf("%s has a field of the kind %s", name, v.Kind()))
	}
}

// A record with all attributes of each release is read as it was written, and the newest release has every
// attribute of today.
func TestAttributesOfEachReleaseAreRead(t *testing.T) {
	t.Parallel()
	var newest releases.File
	for _, newest = range releaseFiles(t, releases.Attributes) {
		for line := range bytes.Lines(newest.Content) {
			it := readReleased(t, line)
			if _, ok := it.kindOf(t); !ok {
				t.Errorf("%s: no record reads %s", newest.Release, it.json)
			}
		}
	}
	want := fullRecords(t)
	checkSameLines(t, newest.Content, want)
	if !bytes.Equal(newest.Content, want) {
		t.Errorf("the attributes of the newest release, %s, are not those of today. If it is not published yet, or else "+
			"for the next one:\ngo test ./shared/store -run TestWriteRelease -release <version>", newest.Release)
	}
}

// checkSameLines names the lines that differ.
func checkSameLines(t *testing.T, got, want []byte) {
	t.Helper()
	there := map[string]bool{}
	for line := range bytes.Lines(got) {
		there[string(line)] = true
	}
	for line := range bytes.Lines(want) {
		if !there[string(line)] {
			t.Errorf("it does not have %s", line)
		}
	}
}

// Every attribute of a record is in the item that setAll makes.
func TestFullRecordsHaveAllAttributes(t *testing.T) {
	t.Parallel()
	var full struct {
		A domain.ID `db:"a,omitempty"`
		B *struct {
			C []map[string]bool `db:"c,omitempty"`
		} `db:"b,omitempty"`
		D domain.Instant `db:"d,omitempty"`
		E *int64         `db:"e,omitempty"`
	}
	setAll(reflect.ValueOf(&full).Elem(), "")
	line, err := json.Marshal(dynamojson.Attributes(table.Encode(table.Key{PK: "p", SK: "s"}, full)))
	want := `{"a":{"S":"a"},"b":{"M":{"c":{"L":[{"M":{"c":{"BOOL":true}}}]}}},"d":{"S":"2026-06-17T12:00:00Z"},` +
		`"e":{"N":"7"},"pk":{"S":"p"},"sk":{"S":"s"}}`
	if err != nil || string(line) != want {
		t.Errorf("got %s, %v\nwant %s", line, err, want)
	}
}

// readReleased reads a line of a release.
func readReleased(t *testing.T, line []byte) releasedItem {
	t.Helper()
	item, err := dynamojson.ReadLine(line)
	if err != nil {
		t.Fatal(err)
	}
	var raw struct{ Item json.RawMessage }
	if err := json.Unmarshal(line, &raw); err != nil {
		t.Fatal(err)
	}
	read := releasedItem{key: table.KeyOf(item), json: itemjson.Item(raw.Item), attributes: item}
	_, read.isMark = item["gone"]
	for _, own := range ofTheTable {
		delete(item, own)
	}
	return read
}

func releaseFiles(t *testing.T, name string) []releases.File {
	t.Helper()
	all, err := releases.All(name)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
