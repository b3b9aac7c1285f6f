package calendar_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit/gcalendar"
)

// periodPath is the path of the events in a period.
func periodPath(from, to string) string {
	return eventsPath + "?" + url.Values{"from": {from}, "to": {to}}.Encode()
}

func loadZone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// formatEvent formats an event in one line.
func formatEvent(e object) string {
	return fmt.Sprint(e["title"], " ", e["starts_at"], " ", e["ends_at"], " ", e["is_all_day"], " ", e["status"])
}

func TestEventFields(t *testing.T) {
	t.Parallel()
	e := meeting("planning", 18, 9)
	e.Link = "https://calendars.example/planning"
	_, _, owner := newConnectedUser(t, primaryCalendar(e))
	got := owner.Get(eventsPath).Items()[0]
	want := object{
		"id": "planning", "provider": "external", "calendar_id": calendarUser, "title": "planning",
		"starts_at": "2026-06-18T09:00:00Z",
		"ends_at":   "2026-06-18T10:00:00Z", "is_all_day": false, "status": "confirmed",
		"url": "https://calendars.example/planning",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func TestKindsOfEvents(t *testing.T) {
	t.Parallel()
	berlin := loadZone(t, "Europe/Berlin")
	day := func(d int) time.Time { return time.Date(2026, 6, d, 0, 0, 0, 0, berlin) }
	for name, c := range map[string]struct {
		event gcalendar.Event
		want  []string
	}{
		"an all-day event in the calendar's zone": {
			gcalendar.Event{ID: "1", Summary: "off", Start: day(18), End: day(19), AllDay: true},
			[]string{"off 2026-06-17T22:00:00Z 2026-06-18T22:00:00Z true confirmed"},
		},
		"several whole days": {
			gcalendar.Event{ID: "1", Summary: "fair", Start: day(15), End: day(20), AllDay: true},
			[]string{"fair 2026-06-14T22:00:00Z 2026-06-19T22:00:00Z true confirmed"},
		},
		"over midnight": {
			gcalendar.Event{ID: "1", Summary: "night", Start: at(18, 22), End: at(19, 5)},
			[]string{"night 2026-06-18T22:00:00Z 2026-06-19T05:00:00Z false confirmed"},
		},
		"with an offset": {
			gcalendar.Event{ID: "1", Summary: "call", Start: at(18, 8).In(loadZone(t, "Asia/Kolkata")),
				End: at(18, 9).In(berlin)},
			[]string{"call 2026-06-18T08:00:00Z 2026-06-18T09:00:00Z false confirmed"},
		},
		"each time": {
			gcalendar.Event{ID: "1", Summary: "weekly", Start: at(3, 9), End: at(3, 10), WeeklyCount: 10},
			[]string{"weekly 2026-06-17T09:00:00Z 2026-06-17T10:00:00Z false confirmed",
				"weekly 2026-06-24T09:00:00Z 2026-06-24T10:00:00Z false confirmed"},
		},
		"it began before the span": {
			gcalendar.Event{ID: "1", Summary: "long", Start: at(1, 9), End: at(12, 9)},
			nil,
		},
		"it begins with the span, and takes no time": {
			gcalendar.Event{ID: "1", Summary: "now", Start: at(10, 12), End: at(10, 12)},
			[]string{"now 2026-06-10T12:00:00Z 2026-06-10T12:00:00Z false confirmed"},
		},
		"it ends after the span": {
			gcalendar.Event{ID: "1", Summary: "on", Start: at(24, 11), End: at(30, 12)},
			[]string{"on 2026-06-24T11:00:00Z 2026-06-30T12:00:00Z false confirmed"},
		},
		"it ends as the span begins": {gcalendar.Event{ID: "1", Summary: "x", Start: at(9, 9), End: at(10, 12)}, nil},
		"it begins as the span ends": {gcalendar.Event{ID: "1", Summary: "x", Start: at(24, 12), End: at(25, 12)}, nil},
		"declined": {gcalendar.Event{ID: "1", Summary: "x", Start: at(18, 9), End: at(18, 10),
			Response: "declined"}, nil},
		"cancelled": {gcalendar.Event{
			ID: "1", Summary: "x", Start: at(18, 9), End: at(18, 10), Status: "cancelled"}, nil},
		"where they work from": {gcalendar.Event{ID: "1", Summary: "x", Start: at(18, 9), End: at(18, 10),
			Type: "workingLocation"}, nil},
		"accepted": {
			gcalendar.Event{ID: "1", Summary: "yes", Start: at(18, 9), End: at(18, 10), Response: "accepted"},
			[]string{"yes 2026-06-18T09:00:00Z 2026-06-18T10:00:00Z false confirmed"},
		},
		"perhaps": {
			gcalendar.Event{ID: "1", Summary: "maybe", Start: at(18, 9), End: at(18, 10), Response: "tentative"},
			[]string{"maybe 2026-06-18T09:00:00Z 2026-06-18T10:00:00Z false tentative"},
		},
		"not sure": {
			gcalendar.Event{ID: "1", Summary: "maybe", Start: at(18, 9), End: at(18, 10), Status: "tentative"},
			[]string{"maybe 2026-06-18T09:00:00Z 2026-06-18T10:00:00Z false tentative"},
		},
		"no id": {gcalendar.Event{Raw: object{"start": object{"date": "2026-06-18"},
			"end": object{"date": "2026-06-19"}}}, nil},
		"no start": {
			gcalendar.Event{Raw: object{"id": "1", "end": object{"date": "2026-06-19"}}}, nil},
		"no time that is": {gcalendar.Event{Raw: object{"id": "1", "start": object{"dateTime": "soon"},
			"end": object{"date": "2026-06-19"}}}, nil},
		"it ends too soon": {
			gcalendar.Event{ID: "1", Summary: "x", Start: at(18, 10), End: at(18, 9)}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, owner := newConnectedUser(t, primaryCalendar(c.event))
			var got []string
			for _, item := range owner.Get(eventsPath).Items() {
				got = append(got, formatEvent(item))
			}
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func TestOnlyWebAddressesAreShown(t *testing.T) {
	t.Parallel()
	e := meeting("x", 18, 9)
	e.Link = "javascript:alert(1)"
	_, _, owner := newConnectedUser(t, primaryCalendar(e))
	if url, there := owner.Get(eventsPath).Items()[0]["url"]; url != nil || !there {
		t.Errorf("url %v", url)
	}
}

func TestSelectedCalendars(t *testing.T) {
	t.Parallel()
	_, provider, owner := newConnectedUser(t,
		gcalendar.Calendar{ID: "team@calendars.example", Zone: "nowhere", Selected: true,
			Events: []gcalendar.Event{meeting("b", 18, 9), meeting("d", 19, 9)}},
		gcalendar.Calendar{ID: "birthdays/#", Selected: false, Events: []gcalendar.Event{meeting("hidden", 18, 9)}},
		primaryCalendar(meeting("c", 18, 9), meeting("a", 18, 8)),
		gcalendar.Calendar{ID: "odd/#?&%", Selected: true, Events: []gcalendar.Event{meeting("e", 20, 9)}},
	)
	provider.SetPageSize(1)
	if got := titles(t, owner.Get(eventsPath)); got != "a, b, c, d, e" {
		t.Errorf("events %s", got)
	}
}

func TestManyPages(t *testing.T) {
	t.Parallel()
	var all []gcalendar.Event
	for i := range 95 {
		all = append(all, meeting(fmt.Sprintf("%02d", i), 15+i/20, i%20))
	}
	_, provider, owner := newConnectedUser(t, primaryCalendar(all...))
	provider.SetPageSize(5)
	if got := owner.Get(eventsPath).Items(); len(got) != 95 || got[94]["title"] != "94" {
		t.Errorf("%d events", len(got))
	}
}

// The guests of large meetings are not requested, since their answers could exceed the
// maximum size that is read.
func TestLargeMeetings(t *testing.T) {
	t.Parallel()
	var all []gcalendar.Event
	for i := range 100 {
		e := meeting(fmt.Sprintf("%02d", i), 15+i/20, i%20)
		e.OtherGuests, e.Response = 200, "declined"
		if i%2 == 0 {
			e.Response = "accepted"
		}
		all = append(all, e)
	}
	_, _, owner := newConnectedUser(t, primaryCalendar(all...))
	if got := owner.Get(eventsPath).Items(); len(got) != 50 {
		t.Errorf("%d events", len(got))
	}
}

// The service stops reading when there are too many events for one answer.
func TestTooManyEvents(t *testing.T) {
	t.Parallel()
	_, provider, owner := newConnectedUser(t, primaryCalendar())
	one := `{"id":"x","summary":"` + strings.Repeat("x", 4000) +
		`","start":{"date":"2026-06-18"},"end":{"date":"2026-06-19"}}`
	path := gcalendar.APIPath + "/calendars/" + calendarUser + "/events"
	provider.SetHandler(path, respondWith(200, `{"nextPageToken":"more","items":[`+strings.Repeat(one+",", 199)+one+`]}`))
	owner.Get(eventsPath).Invalid("to range_too_long")
	if n := provider.CountCalls(path); n > 7 {
		t.Errorf("%d pages were read", n)
	}
}

// All-day events have the length of the day in the calendar's time zone.
func TestAllDayEventsAcrossClockChanges(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ day, zone, want string }{
		"shorter":            {"2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00Z 2026-03-29T22:00:00Z"},
		"longer":             {"2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00Z 2026-10-25T23:00:00Z"},
		"without a midnight": {"2026-09-06", "America/Santiago", "2026-09-06T04:00:00Z 2026-09-07T03:00:00Z"},
		"by an old name":     {"2026-06-18", "Asia/Calcutta", "2026-06-17T18:30:00Z 2026-06-18T18:30:00Z"},
	} {
		day, err := time.Parse(time.DateOnly, c.day)
		if err != nil {
			t.Fatal(err)
		}
		calendar := primaryCalendar(gcalendar.Event{ID: "1", Summary: "off", Start: day, End: day.AddDate(0, 0, 1),
			AllDay: true})
		calendar.Zone = c.zone
		_, _, owner := newConnectedUser(t, calendar)
		items := owner.Get(periodPath(day.AddDate(0, 0, -2).Format(time.RFC3339),
			day.AddDate(0, 0, 2).Format(time.RFC3339))).Items()
		if len(items) != 1 || fmt.Sprint(items[0]["starts_at"], " ", items[0]["ends_at"]) != c.want {
			t.Errorf("%s: %v", name, items)
		}
	}
}

func TestPeriodParameters(t *testing.T) {
	t.Parallel()
	api, _, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
	for path, want := range map[string]string{
		eventsPath + "?from=2026-06-19T00:00:00Z": "", eventsPath + "?to=2026-06-18T00:00:00Z": "",
		periodPath("2026-06-01T00:00:00Z", "2026-08-02T00:00:00Z"): "planning", // 62 days
	} {
		if got := titles(t, owner.Get(path)); got != want {
			t.Errorf("%s: %q", path, got)
		}
	}
	for path, want := range map[string]string{
		periodPath("2026-06-01T00:00:00Z", "2026-08-02T00:00:01Z"): "to range_too_long",
		periodPath("2026-06-18T00:00:00Z", "2026-06-18T00:00:00Z"): "to range_invalid",
		eventsPath + "?from=2026-07-01T00:00:00Z":                  "to range_invalid",
		eventsPath + "?from=yesterday":                             "from date_time_invalid",
	} {
		owner.Get(path).Invalid(want)
	}
	// The provider is not called for invalid parameters, nor without a connection.
	firstOwner := api.Register("bob")
	firstOwner.Get(periodPath("2026-06-02T00:00:00Z", "2026-06-01T00:00:00Z")).Invalid("to range_invalid")
	if n := len(firstOwner.Get(eventsPath).Items()); n != 0 {
		t.Errorf("bob sees %d events", n)
	}
}

func TestConnectionIsTheSameInEveryWorkspace(t *testing.T) {
	t.Parallel()
	api, _, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
	second := owner.Post("/api/workspaces", object{"name": "Second"}).ID()
	moved := api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh",
		Body: object{"workspaceId": second}, Cookies: []*http.Cookie{owner.RefreshCookie}}))
	if got := titles(t, moved.Get(eventsPath)); got != "planning" {
		t.Errorf("events %s", got)
	}
}
