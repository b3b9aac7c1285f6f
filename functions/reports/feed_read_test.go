package reports_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"stint/internal/apitest"
	"stint/shared/config"
	"stint/shared/mail"
)

// newFeed makes a calendar feed, and gives the path of its address.
func newFeed(p *apitest.User, body object) string {
	made := p.Post("/api/workspaces/"+p.WorkspaceID+"/calendar-feeds", body).OK()
	return strings.TrimPrefix(made["url"].(string), apitest.BaseURL)
}

// fetch reads a feed with pairs of headers.
func fetch(api *apitest.Service, path string, header ...string) *apitest.Answer {
	r := apitest.Request{Method: "GET", Path: path, Header: map[string]string{}}
	for i := 0; i < len(header); i += 2 {
		r.Header[header[i]] = header[i+1]
	}
	return api.Send(r)
}

// events reads a feed, and gives its events.
func events(t *testing.T, api *apitest.Service, path string) []*ics.VEvent {
	t.Helper()
	answer := fetch(api, path)
	if answer.Status != 200 || answer.Header.Get("Content-Type") != "text/calendar; charset=utf-8" {
		t.Fatalf("%d %v\n%s", answer.Status, answer.Header, answer.Body)
	}
	calendar, err := ics.ParseCalendar(strings.NewReader(string(answer.Body)))
	if err != nil {
		t.Fatal(err)
	}
	return calendar.Events()
}

func value(e *ics.VEvent, name ics.ComponentProperty) string {
	if p := e.GetProperty(name); p != nil {
		return p.Value
	}
	return ""
}

// summaries are the summaries of a feed, in its order.
func summaries(t *testing.T, api *apitest.Service, path string) string {
	var all []string
	for _, e := range events(t, api, path) {
		all = append(all, value(e, ics.ComponentPropertySummary))
	}
	return strings.Join(all, " | ")
}

// An entry is an event with its own id, in UTC, with its version, its tags and its texts.
func TestFeedOfOwnTime(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	p := api.Register("olga")
	project := p.Post("/api/projects", object{"name": "Pier; north, \\"}).ID()
	tag := p.Post("/api/tags", object{"name": "deep, work"}).ID()
	path := newFeed(p, object{"name": "Olga's time"})
	id := p.Post("/api/entries", object{"projectId": project, "tagIds": []string{tag}, "description": "Line 1",
		"startedAt": "2026-06-16T11:00:00+02:00", "stoppedAt": "2026-06-16T10:30:00Z"}).ID()
	p.Patch("/api/entries/"+id, object{"description": "Line 1\nEND:VEVENT"}).OK()
	p.Post("/api/timers/start", object{"description": "running"}).OK()
	all := events(t, api, path)
	if len(all) != 1 {
		t.Fatalf("%d events", len(all))
	}
	for name, want := range map[ics.ComponentProperty]string{
		ics.ComponentPropertyUniqueId: id + "@localhost", ics.ComponentPropertyDtStart: "20260616T090000Z",
		ics.ComponentPropertyDtEnd: "20260616T103000Z", ics.ComponentPropertyLastModified: "20260617T120000Z",
		ics.ComponentPropertyDtstamp: "20260617T120000Z", ics.ComponentPropertySequence: "2",
		ics.ComponentPropertySummary:    "Pier; north, \\: Line 1 END:VEVENT",
		ics.ComponentPropertyCategories: "deep, work", ics.ComponentPropertyTransp: "TRANSPARENT",
	} {
		if got := value(all[0], name); got != want {
			t.Errorf("%s %q, want %q", name, got, want)
		}
	}
	text := string(fetch(api, path).Body)
	for _, line := range []string{"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Stint//Stint//EN",
		"X-WR-CALNAME:Olga's time", "REFRESH-INTERVAL;VALUE=DURATION:PT1H", `SUMMARY:Pier\; north\, \\: Line 1 END:VEVENT`,
		`CATEGORIES:deep\, work`} {
		if !strings.Contains(text, line+"\r\n") {
			t.Errorf("no line %q in\n%s", line, text)
		}
	}
}

// An entry without a second has no end, because an event may not end as it starts. Its account is told of the feed.
func TestShortestEventOfAFeed(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	p := api.Register("olga")
	path := newFeed(p, object{"name": "Olga's time"})
	p.Post("/api/entries", object{"startedAt": "2026-06-16T09:00:00.100Z", "stoppedAt": "2026-06-16T09:00:00.900Z"}).OK()
	if all := events(t, api, path); len(all) != 1 || value(all[0], ics.ComponentPropertyDtEnd) != "" {
		t.Errorf("events %v", all)
	}
	api.RunWorker()
	tells := func(m mail.StoredMessage) bool { return strings.Contains(m.Text, "calendar feed was created") }
	if mails := api.MailsTo(p.Email); !slices.ContainsFunc(mails, tells) {
		t.Errorf("mails %v", mails)
	}
}

// A feed has what starts within its span, and the same bytes for a day as long as nothing changes.
func TestFeedsAreBoundedAndKept(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	p := api.Register("olga")
	path := newFeed(p, object{"name": "Mine"})
	for start, text := range map[string]string{"2026-04-17T23:59:00Z": "before", "2026-04-18T00:00:00Z": "first",
		"2026-06-17T11:00:00Z": "last"} {
		at, _ := time.Parse(time.RFC3339, start)
		p.Track(start, at.Add(time.Minute).Format(time.RFC3339), object{"description": text})
	}
	if got := summaries(t, api, path); got != "last | first" {
		t.Errorf("events %s", got)
	}
	was := fetch(api, path).Header.Get("ETag")
	track(p, -2, -1)
	changed := fetch(api, path, "If-None-Match", was)
	tag := changed.Header.Get("ETag")
	if changed.Status != 200 || tag == was {
		t.Errorf("%d, ETag %s", changed.Status, tag)
	}
	api.Clock.Advance(11 * time.Hour)
	kept := fetch(api, path, "If-None-Match", tag)
	if kept.Status != 304 || len(kept.Body) > 0 || kept.Header.Get("Cache-Control") != "private, max-age=900" {
		t.Errorf("%d, %v", kept.Status, kept.Header)
	}
	head := api.Send(apitest.Request{Method: "HEAD", Path: path})
	if head.Status != 200 || len(head.Body) > 0 || head.Header.Get("ETag") == "" {
		t.Errorf("HEAD %d, %v", head.Status, head.Header)
	}
}

// A feed leaves out the oldest entries if all of them say more than fits, in whatever part of an event.
func TestFeedsOfManyBytes(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	p := api.Register("olga")
	path := newFeed(p, object{"name": "Mine"})
	var tags []string
	for i := range 50 {
		tags = append(tags, p.Post("/api/tags", object{"name": fmt.Sprint(strings.Repeat("\U0001f552", 95), i)}).ID())
	}
	var items []object
	for i := range 100 {
		items = append(items, object{"id": fmt.Sprintf("0197a000-0000-7000-8000-%012d", i), "startedAt": at(-2*i - 2),
			"stoppedAt": at(-2*i - 1), "tagIds": tags})
	}
	p.Post("/api/entries:bulk", object{"items": items}).OK()
	all := events(t, api, path)
	if len(all) < 50 || len(all) == 100 {
		t.Fatalf("%d events", len(all))
	}
	if start := value(all[0], ics.ComponentPropertyDtStart); start != "20260617T115800Z" {
		t.Errorf("the first event begins at %s", start)
	}
}

// The feed of a project has everybody's time, as long as its user may read that.
func TestFeedOfAProject(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("olga")
	project := owner.Post("/api/projects", object{"name": "Pier", "visibility": "private"}).ID()
	manager := owner.AddMember("mia", "user")
	members := "/api/projects/" + project + "/members"
	owner.Post(members, object{"userId": manager.ID}).OK()
	owner.Patch(members+"/"+manager.ID+"/manager", object{"isManager": true}).OK()
	track(owner, -60, -50, object{"projectId": project, "description": "Plan"})
	track(owner, -40, -30, object{"description": "elsewhere"})
	own := track(manager, -20, -10, object{"projectId": project})
	path := newFeed(manager, object{"name": "Pier", "projectId": project})
	if got := summaries(t, api, path); got != "mia | olga: Plan" {
		t.Errorf("events %s", got)
	}
	if got := value(events(t, api, path)[0], ics.ComponentPropertyUniqueId); got != own+"."+manager.ID+"@localhost" {
		t.Errorf("id %s", got)
	}
	owner.Patch(members+"/"+manager.ID+"/manager", object{"isManager": false}).OK()
	fetch(api, path).Problem(404, "not_found")
	owner.Patch(members+"/"+manager.ID+"/manager", object{"isManager": true}).OK()
	fetch(api, path)
	owner.Delete(members + "/" + manager.ID).OK()
	fetch(api, path).Problem(404, "not_found")
}

// The networks and the sign-in policy of the workspace apply to feeds as to keys.
func TestPolicyOfFeeds(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("olga")
	path := newFeed(owner, object{"name": "Mine"})
	owner.Patch("/api/workspaces/"+owner.WorkspaceID, object{"allowedNetworks": []string{"192.0.2.0/24"}}).OK()
	if inside := fetch(api, path); inside.Status != 200 {
		t.Errorf("inside %d", inside.Status)
	}
	api.Send(apitest.Request{Method: "GET", Path: path, ClientIP: "198.51.100.7"}).Denied("network_not_allowed")
}

// A feed is read at most 60 times an hour, from whichever network.
func TestFeedsAreLimited(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.AttemptsPerNetwork = 1000 })
	path := newFeed(api.Register("olga"), object{"name": "Mine"})
	for range 60 {
		if got := fetch(api, path); got.Status != 200 {
			t.Fatalf("%d", got.Status)
		}
	}
	if refused := fetch(api, path); refused.Header.Get("Retry-After") == "" {
		t.Errorf("%d %v", refused.Status, refused.Header)
	}
	api.Clock.Advance(time.Hour)
	if got := fetch(api, path); got.Status != 200 {
		t.Errorf("an hour later %d", got.Status)
	}
}
