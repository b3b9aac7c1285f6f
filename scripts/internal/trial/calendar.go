package trial

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"time"

	"stint/shared/testkit/gcalendar"
)

const (
	connections = "/api/calendar-connections"
	account     = "olga@calendars.example" // whose calendars olga connects
)

// openCalendars serves a provider with one meeting in it.
func (tr *Trial) openCalendars() {
	tr.calendar = gcalendar.New(func() time.Time { return Noon })
	tr.calendar.Put(account, gcalendar.Calendar{ID: account, Zone: "Europe/Berlin", Primary: true, Selected: true, Events: []gcalendar.Event{
		{ID: "landing", Summary: "Landing rehearsal", Start: Noon.Add(time.Hour), End: Noon.Add(2 * time.Hour), Link: "https://calendars.example/landing"},
	}})
	tr.agendas = httptest.NewServer(tr.calendar)
}

// agreed is the way back of somebody who agreed at the provider.
func (s *scene) agreed(who *person) visit {
	answer := s.send(who, http.MethodGet, connections+"/external/start", nil)
	cookies := answer.Result().Cookies()
	address, _ := s.object(answer)["authorization_url"].(string)
	if s.err != nil || len(cookies) == 0 {
		return visit{browser: &http.Cookie{}}
	}
	var query url.Values
	query, s.err = s.tr.calendar.Consent(address, account)
	return visit{query: query, browser: cookies[0]}
}

// fromCalendar is the callback of somebody who agreed.
func fromCalendar(s *scene, p *part) {
	v := s.agreed(p.who)
	p.query, p.cookie = v.query, v.browser.Name+"="+v.browser.Value
}

// connected is somebody whose calendars are connected.
func connected(s *scene, p *part) {
	v := s.agreed(p.who)
	s.send(p.who, http.MethodGet, connections+"/external/callback?"+v.query.Encode(), nil, v.browser)
}
