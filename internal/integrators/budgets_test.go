package integrators_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// overspent lists the projects that have used more than 80 % of their budget, with the share
// of it in percent. It takes one request for up to 200 projects.
func (p *program) overspent() string {
	var all []string
	for _, project := range p.get("/projects?include=budget&limit=200").Items() {
		budget, _ := project["budget"].(object)
		if ratio, ok := budget["ratio"].(float64); ok && ratio > 0.8 {
			all = append(all, fmt.Sprintf("%s %.0f", project["name"], 100*ratio))
		}
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

func TestBudgetWatchInOneRequest(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada") // it is Wednesday, 2026-06-17
	manager := programOf(t, owner, "full")
	type project struct {
		budget any
		days   string // of June, on which an hour is tracked
	}
	for name, p := range map[string]project{
		"Half":     {object{"kind": "time", "limit": 4 * 3600, "period": "week"}, "15 16"},
		"Week":     {object{"kind": "time", "limit": 2 * 3600, "period": "week"}, "15 16"},
		"Old week": {object{"kind": "time", "limit": 2 * 3600, "period": "week"}, "08 09 10 15"},
		"Money":    {object{"kind": "amount", "limit": 8_000, "period": "month"}, "01 17"},
		"Exactly":  {object{"kind": "time", "limit": 5 * 3600}, "08 09 15 16"},
		"Free":     {nil, "15 16 17"},
	} {
		id := manager.post("/projects", object{"name": name, "isBillable": true, "hourlyRate": 5000, "budget": p.budget}).ID()
		for _, day := range strings.Fields(p.days) {
			manager.post("/entries", object{"projectId": id, "startedAt": "2026-06-" + day + "T08:00:00Z",
				"stoppedAt": "2026-06-" + day + "T09:00:00Z"}).OK()
		}
	}
	watch := programOf(t, owner, "read")
	if got := watch.overspent(); got != "Money 125, Week 100" || watch.sent != 1 {
		t.Errorf("%q in %d requests", got, watch.sent)
	}
}
