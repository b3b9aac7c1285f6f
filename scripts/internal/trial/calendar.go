package trial

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"time"

	"stint/internal/testkit/gcalendar"
)

const (
	connectionsPath = "/api/calendar-connections"
	calendarAccount = "olga@calendars.example" // whose calendars olga connects
)

// startCalendarProvider serves a provider with one meeting in it.
func (tr *Trial) startCalendarProvider() {
	tr.calendarProvider = gcalendar.New(func() time.Time { return Noon })
	tr.calendarProvider.SetCalendars(calendarAccount, gcalendar.Calendar{ID: calendarAccount, Zone: "Europe/Berlin", Primary: true, Selected: true, Events: []gcalendar.Event{
		{ID: "landing", Summary: "Landing rehearsal", Start: Noon.Add(time.Hour), End: Noon.Add(2 * time.Hour), Link: "https://calendars.example/landing"},
	}})
	tr.calendarServer = httptest.NewServer(tr.calendarProvider)
}

// consentToCalendar is the way back of somebody who agreed at the provider.
func (s *apiClient) consentToCalendar(user *testUser) oauthCallback {
	answer := s.send(user, http.MethodGet, connectionsPath+"/external/start", nil)
	cookies := answer.Result().Cookies()
	address, _ := s.decode(answer)["authorization_url"].(string)
	if s.err != nil || len(cookies) == 0 {
		return oauthCallback{cookie: &http.Cookie{}}
	}
	var query url.Values
	query, s.err = s.tr.calendarProvider.Consent(address, calendarAccount)
	return oauthCallback{query: query, cookie: cookies[0]}
}

// withCalendarCallback is the callback of somebody who agreed.
func withCalendarCallback(s *apiClient, p *eventValues) {
	v := s.consentToCalendar(p.user)
	p.query, p.cookie = v.query, v.cookie.Name+"="+v.cookie.Value
}

// withConnectedCalendar is somebody whose calendars are connected.
func withConnectedCalendar(s *apiClient, p *eventValues) {
	v := s.consentToCalendar(p.user)
	s.send(p.user, http.MethodGet, connectionsPath+"/external/callback?"+v.query.Encode(), nil, v.cookie)
}
