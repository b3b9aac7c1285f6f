package tracker_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
)

// addHistory gives a user copies of an entry, one in each quarter of an hour before it,
// with so many texts and one of the given projects each.
func addHistory(b testing.TB, p *apitest.User, model string, n, texts int, projects []string) {
	b.Helper()
	text := func(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }
	var entry map[string]types.AttributeValue
	for _, it := range apitest.TableItems(p.Service) {
		if testkit.TextOf(it["sk"]) == "E#"+model {
			entry = it
		}
	}
	var writes []types.WriteRequest
	for i := range n {
		it, id := maps.Clone(entry), fmt.Sprintf("00000000-0000-7000-9000-%012d", i)
		start := domain.InstantOf(apitest.StartTime.Add(-time.Duration(i+1) * 15 * time.Minute))
		it["sk"], it["id"], it["text"] = text("E#"+id), text(id), text(fmt.Sprintf("work on item %d", i*7%texts))
		it["start"], it["stop"] = text(start.String()), text(start.Plus(10*time.Minute).String())
		it["lsk"] = text("T#" + start.String() + "#" + id)
		if len(projects) > 0 {
			it["pid"] = text(projects[i*11%len(projects)])
		}
		writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{Item: it}})
	}
	for part := range slices.Chunk(writes, 25) {
		in := &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{p.Table.Name: part}}
		if _, err := p.Table.Client.BatchWriteItem(b.Context(), in); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSuggestions is a whole request of a user with 10,000 entries. It reports the
// read units and the calls of one.
func BenchmarkSuggestions(b *testing.B) {
	for _, c := range []struct {
		name           string
		texts, visible int // projects that the user sees
		used           int // projects that the entries name
		query          string
	}{
		{"no projects", 40, 0, 0, ""},
		{"5 projects, all used", 40, 5, 5, ""},
		{"30 projects, 12 used", 40, 30, 12, ""},
		{"30 projects, 3 used", 40, 30, 3, ""},
		{"few texts", 4, 5, 5, ""},
		{"search", 40, 5, 5, "?search=work"},
	} {
		b.Run(c.name, func(b *testing.B) {
			api := apitest.New(b)
			owner := api.Register("ada")
			var projects []string
			for i := range c.visible {
				projects = append(projects, owner.Post("/api/projects", object{"name": fmt.Sprint("Project ", i)}).ID())
			}
			more := object{"startedAt": at(-1), "stoppedAt": at(0)}
			for _, p := range projects {
				more["projectId"] = p
				owner.Post("/api/entries", more).OK()
			}
			model := owner.Post("/api/entries", more).ID()
			for _, e := range owner.Get("/api/entries?limit=200").Items() {
				if e["id"] != model {
					owner.Delete("/api/entries/" + e["id"].(string)).OK()
				}
			}
			addHistory(b, owner, model, 10_000, c.texts, projects[:c.used])
			api.Probe.Reset()
			owner.Get("/api/tracker/suggestions" + c.query).OK()
			read, calls := api.Probe.Snapshot().Read, len(api.Probe.Log())
			for b.Loop() {
				owner.Get("/api/tracker/suggestions" + c.query).OK()
			}
			b.ReportMetric(read, "units/op")
			b.ReportMetric(float64(calls), "calls/op")
		})
	}
}
