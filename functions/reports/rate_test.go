package reports_test

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// describeRates are the items of a summary: keys, names, seconds, amount and hourly_rate.
func describeRates(a *apitest.Answer) string {
	var all []string
	for _, item := range a.Items() {
		all = append(all, fmt.Sprint(item["key"], " ", item["name"], " ", item["seconds"], " ", item["amount"], " ",
			item["hourly_rate"]))
	}
	return strings.Join(all, ", ")
}

func TestSummaryByRateAndInvoice(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member := owner.AddMember("bob", "user")
	project := owner.Post("/api/projects", object{"name": "Bridge", "hourlyRate": 8500}).ID()
	owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID}).OK()
	first := track(owner, -200, -140, object{"projectId": project})
	track(owner, -130, -100, object{"projectId": project})
	track(owner, -90, -75, object{"projectId": project, "hourlyRate": 10000})
	track(owner, -60, -50, object{"projectId": project, "isBillable": false})
	track(member, -40, -39, object{"projectId": project})
	owner.Post("/api/entries:invoice", object{"invoice": "2026-17", "ids": []string{first}}).OK()
	mine := today + "&user_id=" + owner.ID
	for query, want := range map[string]string{
		"group_by=rate": "8500 85.00 5400 12750 8500, 10000 100.00 900 2500 10000, " +
			"<nil> <nil> 600 0 <nil>",
		"group_by=invoice":                         "2026-17 2026-17 3600 8500 8500, <nil> <nil> 3300 6750 <nil>",
		"group_by=user&invoice=2026-17":            owner.ID + " ada 3600 8500 8500",
		"group_by=invoice&invoice=none":            "<nil> <nil> 3300 6750 <nil>",
		"group_by=project&invoice=any":             project + " Bridge 3600 8500 8500",
		"group_by=project&is_billable=true":        project + " Bridge 6300 15250 <nil>",
		"group_by=invoice&is_billable=false":       "<nil> <nil> 600 0 <nil>",
		"group_by=rate&invoice=2026-17&from_=none": "8500 85.00 3600 8500 8500",
	} {
		if got := describeRates(summary(owner, mine+"&"+query)); got != want {
			t.Errorf("%s: %s\nwant %s", query, got, want)
		}
	}
	if got := describeRates(summary(member, today+"&group_by=rate")); got != "<nil> <nil> 60 <nil> <nil>" {
		t.Errorf("who may not see rates: %s", got)
	}
}

func TestSummaryAsCSV(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("=ada")
	project := owner.Post("/api/projects", object{"name": "Bridge", "hourlyRate": 8500}).ID()
	track(owner, -200, -140, object{"projectId": project})
	track(owner, -130, -100)
	answer := summary(owner, today+"&group_by=user,day,rate&format=csv&bom=true")
	body, hasBOM := strings.CutPrefix(string(answer.Body), "\uFEFF")
	if !hasBOM || answer.Header.Get("Content-Type") != "text/csv; charset=utf-8" ||
		answer.Header.Get("Content-Disposition") != `attachment; filename="stint-summary.csv"` {
		t.Errorf("headers %v\n%s", answer.Header, answer.Body)
	}
	rows, err := csv.NewReader(strings.NewReader(body)).ReadAll()
	want := [][]string{
		{"user", "user_id", "day", "rate", "hours", "seconds", "billable_hours", "billable_seconds", "hourly_rate", "amount",
			"currency", "duration"},
		{"'=ada", owner.ID, "2026-06-17", "85.00", "1.0000", "3600", "1.0000", "3600", "85.00", "85.00", "EUR", "1:00:00"},
		{"'=ada", owner.ID, "2026-06-17", "", "0.5000", "1800", "0.5000", "1800", "", "0.00", "EUR", "0:30:00"},
	}
	if err != nil || fmt.Sprint(rows) != fmt.Sprint(want) {
		t.Errorf("%v\n%v\nwant %v", err, rows, want)
	}
	if plain := summary(owner, today+"&format=csv"); strings.HasPrefix(string(plain.Body), "\uFEFF") {
		t.Error("a byte-order mark without being asked for")
	}
	if exported := export(owner, today+"&bom=true"); !strings.HasPrefix(string(exported.Body), "\uFEFFdate,") {
		t.Errorf("an export with a byte-order mark begins with %.20q", exported.Body)
	}
	if first := export(owner, today+"&bom=true&parts=true"); !strings.HasPrefix(string(first.Body), "\uFEFFdate,") {
		t.Errorf("the first part begins with %.20q", first.Body)
	}
	summary(owner, today+"&format=pdf").Invalid("format enum_invalid")
}
