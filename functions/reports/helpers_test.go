package reports_test

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

type object = map[string]any

// at is a moment some minutes after the first time of a service's clock.
func at(minutes int) string {
	return apitest.StartTime.Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339)
}

// track creates an entry over some minutes and gives its id.
func track(p *apitest.User, from, to int, more ...object) string {
	return p.Track(at(from), at(to), more...)
}

// today is a period around everything that track makes.
var today = periodQuery(at(-24*60), at(24*60))

func periodQuery(from, to string) string {
	return "from=" + url.QueryEscape(from) + "&to=" + url.QueryEscape(to)
}

func summary(p *apitest.User, query string) *apitest.Answer {
	return p.Get("/api/reports/summary?" + query)
}

// describeItems are the items of a summary, in order: name or key, seconds, amount.
func describeItems(a *apitest.Answer) string {
	var all []string
	for _, item := range a.Items() {
		name, _ := item["name"].(string)
		key, _ := item["key"].(string)
		all = append(all, fmt.Sprintf("%s=%v", cmp.Or(name, key, "-"), item["seconds"]))
	}
	return strings.Join(append(all, fmt.Sprint("total=", a.JSON()["total"].(object)["seconds"])), " ")
}

// readCSV reads an export: the header is checked to name every column once.
func readCSV(t *testing.T, a *apitest.Answer) []map[string]string {
	t.Helper()
	if a.Status != 200 || a.Header.Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Fatalf("%d %s\n%s", a.Status, a.Header.Get("Content-Type"), a.Body)
	}
	all, err := csv.NewReader(strings.NewReader(string(a.Body))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, row := range all[1:] {
		named := map[string]string{}
		for i, column := range all[0] {
			named[column] = row[i]
		}
		if len(named) != len(all[0]) {
			t.Fatalf("a column twice: %v", all[0])
		}
		out = append(out, named)
	}
	return out
}

func export(p *apitest.User, query string) *apitest.Answer {
	return p.Get("/api/entries/export?" + query)
}
