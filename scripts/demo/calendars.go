package demo

import (
	"context"
	"time"

	"stint/internal/apiclient"
	"stint/internal/testkit/gcalendar"
)

// CalendarAccount is the owner's account at the demo's calendar provider.
const CalendarAccount = "mara@calendars.example"

// AddCalendars gives the account two calendars with events around a day.
func AddCalendars(p *gcalendar.Provider, now time.Time) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		zone = time.UTC // the machine has no time zone database
	}
	now = now.In(zone)
	event := func(id, title string, day, hour, minutes int) gcalendar.Event {
		start := time.Date(now.Year(), now.Month(), now.Day()+day, hour, 0, 0, 0, zone)
		return gcalendar.Event{
			ID: id, Summary: title, Start: start, End: start.Add(time.Duration(minutes) * time.Minute),
			Link: "https://calendars.example/" + id,
		}
	}
	standup := event("standup", "Stand-up", -14, 9, 15)
	standup.WeeklyCount = 8
	fair := event("fair", "Book fair", 2, 0, 2*24*60)
	fair.AllDay = true
	declined := event("lunch", "Lunch that Mara declined", 1, 12, 60)
	declined.Response = "declined"
	p.SetCalendars(CalendarAccount,
		gcalendar.Calendar{ID: CalendarAccount, Zone: "Europe/Berlin", Primary: true, Selected: true,
			Events: []gcalendar.Event{
				standup, event("review", "Review with Harbour Museum", -1, 14, 90), event("planning", "Planning", 0, 10, 45),
				event("train", "Night train to Hamburg", 1, 21, 5*60), fair, declined,
			}},
		gcalendar.Calendar{ID: "studio@calendars.example", Zone: "Europe/Berlin", Selected: true, Events: []gcalendar.Event{
			event("open", "Open studio", 3, 17, 180),
		}},
	)
}

// ConnectCalendars connects the owner's calendars by the same flow as a browser.
func ConnectCalendars(ctx context.Context, address string, p *gcalendar.Provider) error {
	m, owner := signedIn(ctx, address)
	authorizationURL := apiclient.Text(m.Get(owner.Token, "/api/calendar-connections/external/start"), "authorization_url")
	if m.Err != nil {
		return m.Err
	}
	callback, err := p.Consent(authorizationURL, CalendarAccount)
	if err != nil {
		return err
	}
	m.Get(owner.Token, "/api/calendar-connections/external/callback?"+callback.Encode())
	return m.Err
}
