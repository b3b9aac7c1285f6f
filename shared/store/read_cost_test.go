package store

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/schemas"
	"github.com/aws/smithy-go/transport/http/protocol/awsjson"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/dynamo/itemjson"
	"stint/shared/secret"
	"stint/shared/store/timedb"
	"stint/shared/table"
)

// usualEntry is the item of an entry with what most entries have.
const usualEntry = `{"pk":{"S":"WS#0197a000-0000-7000-8000-000000000001#U#0197a000-0000-7000-8000-000000000002"},` +
	`"sk":{"S":"E#0197a000-0000-7000-8000-000000000003"},"lsk":{"S":"S#2026-06-17T12:00:00Z#0197a000-0000-7000-8000-000000000003"},` +
	`"g1pk":{"S":"WS#0197a000-0000-7000-8000-000000000001#E"},"g1sk":{"S":"2026-06-17T12:00:00Z#0197a000-0000-7000-8000-000000000003"},` +
	`"cw":{"S":"WS#0197a000-0000-7000-8000-000000000001"},"cs":{"S":"2026-06-17T12:00:00.000000Z#4e0b3f0c"},` +
	`"by":{"S":"4e0b3f0c-0dd0-4d43-a2a3-0f5c7e8f8d43"},"id":{"S":"0197a000-0000-7000-8000-000000000003"},` +
	`"uid":{"S":"0197a000-0000-7000-8000-000000000002"},"pid":{"S":"0197a000-0000-7000-8000-000000000004"},` +
	`"tid":{"S":"0197a000-0000-7000-8000-000000000005"},"text":{"S":"Wrote the report"},` +
	`"tags":{"L":[{"S":"0197a000-0000-7000-8000-000000000006"},{"S":"0197a000-0000-7000-8000-000000000007"}]},` +
	`"start":{"S":"2026-06-17T12:00:00Z"},"stop":{"S":"2026-06-17T13:00:00Z"},"billable":{"BOOL":true},"rate":{"N":"8500"},` +
	`"cur":{"S":"EUR"},"src":{"S":"workspace"},"created":{"S":"2026-06-17T12:00:00Z"},"updated":{"S":"2026-06-17T12:00:00Z"},"ver":{"N":"3"}}`

// pageOfEntries is the answer of a query.
func pageOfEntries(n int) []byte {
	return fmt.Appendf(nil, `{"Count":%d,"Items":[%s],"ScannedCount":%d}`, n,
		strings.Join(slices.Repeat([]string{usualEntry}, n), ","), n)
}

// readPage reads the entries of an answer.
func readPage(t testing.TB, answer []byte) (last timelog.Entry) {
	_, items, err := itemjson.Cut(answer)
	if err != nil {
		t.Fatal(err)
	}
	for _, it := range items {
		last = timelog.Entry{}
		if err := it.Decode(&last); err != nil {
			t.Fatal(err)
		}
	}
	return last
}

// The SDK makes 83 allocations for an entry, and this 13, or some more with the race detector,
// under which pools forget what was put into them. The bound is a quarter of those of the SDK.
func TestAllocationsOfAnEntryThatIsRead(t *testing.T) {
	const entries, most = 50, 20
	answer := pageOfEntries(entries)
	got := testing.AllocsPerRun(20, func() { readPage(t, answer) }) / entries
	if got > most {
		t.Errorf("%.1f allocations, want at most %d", got, most)
	}
	if e := readPage(t, answer); e.Description != "Wrote the report" || len(e.TagIDs) != 2 || *e.HourlyRate != 8500 {
		t.Errorf("read %+v", e)
	}
}

// BenchmarkEntries reads entries from an answer of DynamoDB, in this package's way and in the
// SDK's.
func BenchmarkEntries(b *testing.B) {
	const entries = 50
	answer := pageOfEntries(entries)
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			readPage(b, answer)
		}
		perEntry(b, entries)
	})
	b.Run("sdk", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for range entries {
				if _, err := readBySDK([]byte(usualEntry), reflect.TypeFor[timelog.Entry]()); err != nil {
					b.Fatal(err)
				}
			}
		}
		perEntry(b, entries)
	})
}

func perEntry(b *testing.B, entries int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/1000/float64(b.N*entries), "µs/entry")
}

// BenchmarkList reads pages of entries from the engine, with the client of the service and
// with one that decodes as the SDK does.
func BenchmarkList(b *testing.B) {
	rows := testkit.NewTable(b)
	w, u := domain.NewID(), domain.NewID()
	var items []table.Item
	for n := range 100 {
		var e timelog.Entry
		if err := itemjson.Item(usualEntry).Decode(&e); err != nil {
			b.Fatal(err)
		}
		e.ID, e.UserID, e.StartedAt = domain.NewID(), u, e.StartedAt.Plus(time.Duration(n)*time.Minute)
		items = append(items, timedb.EntryItem(w, e))
	}
	rows.Fill(b, items)
	plain := testkit.Connect(b, func(o *dynamodb.Options) { o.Protocol = awsjson.New10(schemas.DynamoDB_20120810) })
	for name, client := range map[string]*dynamodb.Client{"ours": rows.Client, "sdk": plain} {
		s := New(client, rows.Name, secret.NewLocal(bytes.Repeat([]byte("m"), 32)), time.Now)
		for _, limit := range []int{50, 84} {
			b.Run(fmt.Sprintf("%s/%d", name, limit), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					page, err := s.Entries(b.Context(), w, u, timelog.Span{}, PageRequest{Limit: limit}, Filter[timelog.Entry]{})
					if err != nil || len(page.Items) != limit {
						b.Fatal(len(page.Items), err)
					}
				}
				perEntry(b, limit)
			})
		}
	}
}
