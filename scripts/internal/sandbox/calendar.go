package sandbox

import (
	"net/http/httptest"
	"net/url"
	"time"

	"stint/internal/testkit/gcalendar"
	"stint/scripts/internal/sampledata"
)

const (
	connectionsPath = "/api/calendar-connections"
	calendarAccount = "olga@calendars.example" // olga's account at the provider
)

// startCalendarProvider starts a calendar provider with one event.
func (sb *Sandbox) startCalendarProvider() {
	sb.calendarProvider = gcalendar.New(func() time.Time { return Noon })
	sb.calendarProvider.SetCalendars(calendarAccount, gcalendar.Calendar{ID: calendarAccount, Zone: "Europe/Berlin", Primary: true, Selected: true, Events: []gcalendar.Event{
		{ID: "landing", Summary: "Landing rehearsal", Start: Noon.Add(time.Hour), End: Noon.Add(2 * time.Hour), Link: "https://calendars.example/landing"},
	}})
	sb.calendarServer = httptest.NewServer(sb.calendarProvider)
}

// consentToCalendar starts a calendar flow, consents at the provider and returns the
// callback.
func (s *apiClient) consentToCalendar(user *sampledata.Person) oauthCallback {
	address, cookie := s.startFlow(user, connectionsPath+"/external/start")
	var query url.Values
	if s.Err == nil {
		query, s.Err = s.sb.calendarProvider.Consent(address, calendarAccount)
	}
	return oauthCallback{query: query, cookie: cookie}
}

// withCalendarCallback sends the callback of a calendar flow after consent.
func withCalendarCallback(s *apiClient, v *eventValues) {
	callback := s.consentToCalendar(v.user)
	v.query, v.cookie = callback.query, callback.cookie.Name+"="+callback.cookie.Value
}

// withConnectedCalendar connects the user's calendars first.
func withConnectedCalendar(s *apiClient, v *eventValues) {
	callback := s.consentToCalendar(v.user)
	s.Exchange(callback.call(v.user, connectionsPath+"/external/callback"))
}
