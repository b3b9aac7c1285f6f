package growth_test

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"time"

	"stint/internal/apitest"
	"stint/internal/habits"
	"stint/shared/domain"
)

const (
	workingTime = 8 * time.Hour
	peak        = 5 // times as many requests as on average
)

// part is the part of a day's requests that a morning has.
func (c *company) part() float64 { return peak * c.rushTime.Seconds() / workingTime.Seconds() }

func cookies(u *apitest.User) []*http.Cookie { return []*http.Cookie{u.RefreshCookie} }

// event is something that happens at a moment of a phase, and what it is.
type event struct {
	at   time.Duration
	what string
	do   func()
}

// phase plays events in their order, and counts what they cost unless the name is empty.
func (c *company) phase(name string, lasts time.Duration, events []event) {
	c.t.Helper()
	if _, err := c.meter.Take(); err != nil {
		c.t.Fatal(err)
	}
	began := c.Clock.Now()
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	for _, e := range events {
		c.Clock.Set(began.Add(e.at))
		c.meter.Doing(e.what)
		e.do()
	}
	c.Clock.Set(began.Add(lasts))
	units, err := c.meter.Take()
	if err != nil {
		c.t.Fatal(err)
	}
	parts := c.meter.Parts()
	if name != "" {
		c.sample.AddParts(name, lasts, parts)
	}
	switch name {
	case "":
	case "import":
		c.sample.AddImport(lasts, units)
	default:
		c.sample.AddPhase(name, lasts, units)
	}
}

// every are events at equal distances.
func every(step, lasts time.Duration, what string, do func(n int)) (all []event) {
	for n := 0; time.Duration(n)*step < lasts; n++ {
		all = append(all, event{time.Duration(n) * step, what, func() { do(n) }})
	}
	return all
}

// morning is the busiest time of a day. Everybody does their part of a day's requests, five times as fast as on
// average, while the analyst looks at a dashboard and programs follow the feed.
func (c *company) morning(day time.Time) {
	c.day = day
	c.Clock.Set(day)
	c.phase("", 0, []event{{0, "login", c.signIn}})
	var events []event
	for n, h := range habits.All {
		does := requests[h.Route]
		if does == nil && h.PerDay == 0 {
			continue // part of the timesheets of a week
		}
		each := (h.PerDay + h.PerMonth/habits.Workdays) * c.part()
		if c.isTiny { // each person does as much, so that chance does not look like growth
			each = max(1, math.Round(each))
		}
		total := int(math.Round(each * float64(len(c.people))))
		for i := range total {
			p := c.people[c.turn%len(c.people)]
			c.turn++
			at := math.Mod((float64(i)+0.5)/float64(total)+0.11*float64(n), 1)
			events = append(events, event{time.Duration(at * float64(c.rushTime)), h.Route, func() { does(c, p) }})
		}
	}
	c.phase("morning", c.rushTime, append(events, c.programs(c.rushTime)...))
}

// programs are what runs beside the people: the analyst's dashboard, the feed's clients, the deliverer and the worker.
func (c *company) programs(lasts time.Duration) []event {
	return slices.Concat(
		every(time.Minute, lasts, "dashboard", func(int) { c.lookAtDashboard() }),
		every(time.Minute/feedClients, lasts, "feed", func(n int) { c.poll(n % feedClients) }),
		every(20*time.Second, lasts, "deliverer", func(int) { c.deliver() }), // a turn
		every(30*time.Second, lasts, "worker", func(int) { c.work() }),
	)
}

// deliver serves the webhooks of the workspace, as each of its changes does.
func (c *company) deliver() {
	if err := c.deliverer.Deliver(c.t.Context(), domain.ID(c.owner.WorkspaceID)); err != nil {
		c.t.Fatal(err)
	}
}

// schedule serves the webhooks that are due.
func (c *company) schedule() {
	if err := c.deliverer.Deliver(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

// work does what the queue has.
func (c *company) work() {
	if err := c.worker.Work(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

// lookAtDashboard asks for the week by project and by person, and for the year so far by person.
func (c *company) lookAtDashboard() {
	for _, group := range []string{"project", "user"} {
		c.analyst.Get("/api/reports/summary?group_by=" + group + "&" + c.week()).OK()
	}
	c.analyst.Get("/api/reports/summary?group_by=user&from=2026-01-01T00:00:00Z&to=" +
		url.QueryEscape(domain.InstantOf(c.day.AddDate(0, 0, 1).Truncate(24*time.Hour)).String())).OK()
}

// poll reads the feed to its end.
func (c *company) poll(n int) {
	for more := true; more; {
		page := c.owner.Get("/api/changes?limit=200&cursor=" + url.QueryEscape(c.cursors[n])).OK()
		c.cursors[n], more = page["next_cursor"].(string), page["has_more"].(bool)
	}
}

// importedAt is of how many people one batch of an import has entries.
const importedAt = 3

// importEntries is a program of the owner that creates as many entries as the limit of a caller lets it.
func (c *company) importEntries(batches int) {
	var before, after int
	c.phase("", 0, []event{{0, "import", func() {
		before = c.left(c.importBatch(0))
		after = c.left(c.importBatch(1))
	}}})
	pace := time.Minute * time.Duration(before-after) / time.Duration(limits.PerCaller)
	lasts := time.Duration(batches) * pace
	c.phase("import", lasts, every(pace, lasts, "import", func(n int) { c.importBatch(2 + n) }))
}

// importBatch creates 99 entries, which make the largest transaction with their record in the audit log.
func (c *company) importBatch(n int) *apitest.Answer {
	var items []object
	for i := range 99 {
		start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(99*n+i) * time.Hour)
		p := c.people[i%importedAt]
		x := c.projectsOf(p)[0]
		items = append(items, object{"id": domain.NewID(), "projectId": x.id, "taskId": x.task,
			"description": fmt.Sprint("Imported work number ", i), "userId": p.ID,
			"startedAt": domain.InstantOf(start).String(), "stoppedAt": domain.InstantOf(start.Add(time.Hour)).String()})
	}
	answer := c.owner.Post("/api/entries:bulk", object{"items": items})
	answer.OK()
	return answer
}

// left is how many requests the caller has left in the window, by an answer.
func (c *company) left(answer *apitest.Answer) (n int) {
	if _, err := fmt.Sscanf(answer.Header.Get("RateLimit"), `"caller";r=%d;`, &n); err != nil {
		c.t.Fatal(err)
	}
	return n
}
