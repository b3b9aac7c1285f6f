package homedata

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/dynamojson"
	"stint/internal/testkit"
)

// copying is a table whose writes are recorded, with the source of its copies.
func copying(t *testing.T) (*testkit.Table, Source) {
	t.Helper()
	recorder := new(Recorder)
	table := testkit.NewTable(t, recorder.Attach)
	return table, Source{Client: testkit.Connect(t), Table: table.Name, Recorder: recorder, Folder: t.TempDir(),
		Now: time.Now, page: 5}
}

// item is an item with a number.
func item(name, n int) dynamojson.Item {
	it := itemKey{fmt.Sprintf("p%02d", name), "s"}.item()
	it["n"] = &types.AttributeValueMemberN{Value: strconv.Itoa(n)}
	return it
}

// set writes the number of several items in one transaction.
func set(ctx context.Context, table *testkit.Table, n int, names ...int) error {
	var writes []types.TransactWriteItem
	for _, name := range names {
		writes = append(writes, types.TransactWriteItem{Put: &types.Put{TableName: &table.Name, Item: item(name, n)}})
	}
	_, err := table.Client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: writes})
	return err
}

const items = 40

func fill(t *testing.T, table *testkit.Table) {
	t.Helper()
	for name := range items {
		if err := set(t.Context(), table, 0, name); err != nil {
			t.Fatal(err)
		}
	}
}

// written writes a copy into a file.
func written(t *testing.T, s Source) string {
	t.Helper()
	var out bytes.Buffer
	if err := s.Write(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "copy.zip")
	if err := os.WriteFile(name, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// restored has the items of a copy in the order of their keys.
func restored(t *testing.T, name string) []dynamojson.Item {
	t.Helper()
	b, err := OpenBackup(name)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	table := testkit.NewTable(t)
	if err := b.WriteTable(t.Context(), table.Client, table.Name); err != nil {
		t.Fatal(err)
	}
	return inOrder(testkit.Dump(t, table))
}

func inOrder(all []dynamojson.Item) []dynamojson.Item {
	slices.SortFunc(all, func(a, b dynamojson.Item) int {
		ka, kb := keyOf(a), keyOf(b)
		return strings.Compare(ka.pk+" "+ka.sk, kb.pk+" "+kb.sk)
	})
	return all
}

// Writes of every kind between two pages are all in the copy: it equals the table after the last one.
func TestACopyHasWhatIsWrittenWhileItIsMade(t *testing.T) {
	t.Parallel()
	table, s := copying(t)
	fill(t, table)
	page := 0
	s.between = func() {
		page++
		if err := set(t.Context(), table, page, 0, items/2, items-1); err != nil {
			t.Error(err)
		}
		update, value := "SET #n = :n", dynamojson.Item{":n": &types.AttributeValueMemberN{Value: "7"}}
		first := dynamodb.DeleteItemInput{TableName: &table.Name, Key: keyOf(item(2*page, 0)).item()}
		second := dynamodb.PutItemInput{TableName: &table.Name, Item: item(items+page, 1)}
		third := dynamodb.UpdateItemInput{TableName: &table.Name, Key: keyOf(item(2*page+1, 0)).item(),
			UpdateExpression: &update, ExpressionAttributeValues: value, ExpressionAttributeNames: map[string]string{"#n": "n"}}
		if err := errors.Join(one(table.Client.DeleteItem(t.Context(), &first)),
			one(table.Client.PutItem(t.Context(), &second)), one(table.Client.UpdateItem(t.Context(), &third))); err != nil {
			t.Error(err)
		}
	}
	copied := restored(t, written(t, s))
	if page < items/5 {
		t.Fatalf("only %d pages", page)
	}
	if want := inOrder(testkit.Dump(t, table)); !reflect.DeepEqual(copied, want) {
		t.Errorf("the copy has\n%v\nand the table\n%v", copied, want)
	}
}

// one is the error of a call.
func one[T any](_ T, err error) error { return err }

// Transactions that run all the time are in a copy as a whole or not at all.
func TestACopyIsOneMoment(t *testing.T) {
	t.Parallel()
	table, s := copying(t)
	fill(t, table)
	ctx, stop := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	for w := range 3 {
		writers.Go(func() {
			for n := 1; ctx.Err() == nil; n++ {
				if err := set(t.Context(), table, n, w, items/2+w, items-1-w); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for range testkit.Size(3, 30) {
		numbers := map[string]types.AttributeValue{}
		for _, it := range restored(t, written(t, s)) {
			numbers[keyOf(it).pk] = it["n"]
		}
		for w := range 3 {
			first, middle, last := numbers[fmt.Sprintf("p%02d", w)], numbers[fmt.Sprintf("p%02d", items/2+w)],
				numbers[fmt.Sprintf("p%02d", items-1-w)]
			if !reflect.DeepEqual(first, middle) || !reflect.DeepEqual(first, last) {
				t.Errorf("a transaction is in the copy in part: %v %v %v", first, middle, last)
			}
		}
	}
	stop()
	writers.Wait()
}

// A caller who gives up while a copy is made does not leave a write of which nobody knows whether it happened.
func TestAWriteIsNotGivenUpDuringACopy(t *testing.T) {
	t.Parallel()
	table, s := copying(t)
	fill(t, table)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if set(gone, table, 1, 0) == nil {
		t.Fatal("without a copy, the caller decides")
	}
	s.between = func() {
		if err := set(gone, table, 5, 0, items-1); err != nil {
			t.Error(err)
		}
	}
	if copied := restored(t, written(t, s)); !reflect.DeepEqual(copied[0], item(0, 5)) {
		t.Errorf("the copy has %v", copied[0])
	}
}

// Files are copied as long as they were at the moment of the copy, and written for their owner.
func TestFilesAreCopied(t *testing.T) {
	t.Parallel()
	_, s := copying(t)
	s.Files = []string{"mail.jsonl", "not-there"}
	path := filepath.Join(s.Folder, "mail.jsonl")
	if err := os.WriteFile(path, []byte("one\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b, err := OpenBackup(written(t, s))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	to := t.TempDir()
	if err := b.WriteFiles(to); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(to)
	if err != nil || len(files) != 1 || !strings.Contains(b.About(), "0 items") {
		t.Errorf("%d files of %s (%v)", len(files), b.About(), err)
	}
	info, err := os.Stat(filepath.Join(to, "mail.jsonl"))
	if err != nil || info.Mode().Perm() != 0o600 || info.Size() != 4 {
		t.Errorf("%v %v", info, err)
	}
}

// What is not complete, not a copy, or of a later form is refused.
func TestOtherFilesAreNoBackups(t *testing.T) {
	t.Parallel()
	_, s := copying(t)
	whole, err := os.ReadFile(written(t, s))
	if err != nil {
		t.Fatal(err)
	}
	var later bytes.Buffer
	z := zip.NewWriter(&later)
	for name, value := range map[string]any{startPart: start{Format: 2, Version: "9.0.0"}, endPart: end{}} {
		if err := writeJSON(z, name, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for want, text := range map[string][]byte{"is no complete backup": whole[:len(whole)-10],
		"made by version 9.0.0": later.Bytes()} {
		name := filepath.Join(t.TempDir(), "copy.zip")
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenBackup(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
