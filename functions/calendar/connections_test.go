package calendar_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit/gcalendar"
)

type object = map[string]any

const calendarUser = "ada@calendars.example"

// eventsPath has no period: the events of two weeks around now.
const eventsPath = "/api/calendar-events"

// newConnectedUser starts a test service with a user who has a calendar connection.
func newConnectedUser(t *testing.T,
	calendars ...gcalendar.Calendar) (*apitest.Service, *apitest.CalendarProvider, *apitest.User) {
	t.Helper()
	api, provider := apitest.NewWithCalendar(t)
	provider.SetCalendars(calendarUser, calendars...)
	owner := api.Register("ada")
	owner.ConnectCalendar(provider, calendarUser)
	return api, provider, owner
}

// primaryCalendar is the primary calendar of an account with the given events.
func primaryCalendar(events ...gcalendar.Event) gcalendar.Calendar {
	return gcalendar.Calendar{ID: calendarUser, Zone: "Europe/Berlin", Primary: true, Events: events}
}

// at is a time on a day of June 2026, in UTC.
func at(day, hour int) time.Time { return time.Date(2026, 6, day, hour, 0, 0, 0, time.UTC) }

// meeting is an hour on a day.
func meeting(title string, day, hour int) gcalendar.Event {
	return gcalendar.Event{ID: strings.ReplaceAll(title, " ", "-"), Summary: title, Start: at(day, hour),
		End: at(day, hour+1)}
}

// titles joins the titles of the events, in order.
func titles(t *testing.T, answer *apitest.Answer) string {
	t.Helper()
	var all []string
	for _, item := range answer.Items() {
		all = append(all, item["title"].(string))
	}
	return strings.Join(all, ", ")
}

func TestConnectReadAndDisconnect(t *testing.T) {
	t.Parallel()
	api, provider, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 17, 14), meeting("review", 18, 9)))
	connections := owner.Get(apitest.ConnectionsPath).Items()
	if len(connections) != 1 || connections[0]["provider"] != "external" ||
		connections[0]["account_email"] != calendarUser ||
		connections[0]["status"] != "active" || connections[0]["connected_at"] != "2026-06-17T12:00:00Z" ||
		len(connections[0]) != 4 {
		t.Errorf("connections %v", connections)
	}
	if got := titles(t, owner.Get(eventsPath)); got != "planning, review" {
		t.Errorf("events %s", got)
	}
	for range 2 {
		if answer := owner.Delete(apitest.ConnectionsPath + "/external").OK(); answer["id"] != "external" ||
			answer["deleted"] != true {
			t.Errorf("%v", answer)
		}
	}
	if n := provider.CountGrants(calendarUser); n != 0 {
		t.Errorf("%d grants are left at the provider", n)
	}
	if n := provider.CountCalls(gcalendar.RevokePath); n != 1 {
		t.Errorf("%d revocations", n)
	}
	if got := len(owner.Get(apitest.ConnectionsPath).Items()) + len(owner.Get(eventsPath).Items()); got != 0 {
		t.Errorf("%d items are left", got)
	}
	api.Send(apitest.Request{Method: "GET", Path: eventsPath}).Problem(401, "unauthorized")
}

// The lists have no next page, and say so like every list.
func TestListsAreComplete(t *testing.T) {
	t.Parallel()
	api, _, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
	for _, p := range []*apitest.User{owner, api.Register("bob")} {
		for _, path := range []string{apitest.ConnectionsPath, eventsPath} {
			if next, there := p.Get(path).OK()["next_cursor"]; next != nil || !there {
				t.Errorf("%s: next_cursor %v", path, next)
			}
		}
	}
}

func TestBrowserIsRedirectedToAPage(t *testing.T) {
	t.Parallel()
	api, provider := apitest.NewWithCalendar(t)
	owner := api.Register("ada")
	callback := owner.StartCalendarConsent().Consent(provider, calendarUser).CallbackRequest()
	callback.Header = map[string]string{"Accept": "text/html"}
	answer := api.Send(callback)
	if answer.Status != http.StatusFound || answer.Header.Get("Location") != "/p/connected" {
		t.Errorf("%d to %s", answer.Status, answer.Header.Get("Location"))
	}
	if len(owner.Get(apitest.ConnectionsPath).Items()) != 1 {
		t.Error("nothing is connected")
	}
}

// renewalTime is how long requests wait for a renewal by another instance.
const renewalTime = 10 * time.Second
