package gcalendar

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Calendar is a calendar of an account.
type Calendar struct {
	ID       string
	Zone     string // name of a time zone
	Primary  bool
	Selected bool // shown in the user interface of the provider
	Events   []Event
}

// Event is an event in a calendar.
type Event struct {
	ID, Summary, Link string
	Status            string // "" is confirmed
	Type              string // "" is default
	Start, End        time.Time
	AllDay            bool   // only the dates of start and end count; the event ends before the end date
	WeeklyCount       int    // number of weekly occurrences; 0 is one
	Response          string // the owner's response to the invitation; "" is no invitation
	OtherGuests       int    // number of other attendees
	Raw               any    // returned in place of the event
}

func (p *Provider) accounts() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Sorted(maps.Keys(p.calendars))
}

// authenticate finds the account of a request's access token.
func (p *Provider) authenticate(r *http.Request) (account string, calendars []Calendar, pageSize int, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	held, ok := p.accessTokens[token]
	return held.account, p.calendars[held.account], p.pageSize, ok && p.now().Before(held.expiresAt)
}

func (p *Provider) serveAPI(w http.ResponseWriter, r *http.Request) {
	account, calendars, size, ok := p.authenticate(r)
	if !ok {
		writeJSON(w, http.StatusUnauthorized, errorBody(http.StatusUnauthorized, "authError"))
		return
	}
	q := r.URL.Query()
	if n, err := strconv.Atoi(q.Get("maxResults")); err == nil {
		size = min(size, n)
	}
	if id, ok := strings.CutPrefix(r.URL.Path, APIPath+"/calendars/"); ok {
		id, _ = strings.CutSuffix(id, "/events")
		for _, c := range calendars {
			if c.ID == id {
				writeJSON(w, http.StatusOK, paginate(c.listEvents(q), q, size,
					map[string]any{"kind": "calendar#events", "timeZone": c.Zone}))
				return
			}
		}
	}
	switch r.URL.Path {
	case PrimaryPath:
		writeJSON(w, http.StatusOK, map[string]any{"id": account, "primary": true})
	case CalendarListPath:
		var entries []any
		for _, c := range calendars {
			entries = append(entries, map[string]any{
				"kind": "calendar#calendarListEntry", "id": c.ID, "timeZone": c.Zone, "primary": c.Primary, "selected": c.Selected,
				"accessRole": "owner",
			})
		}
		writeJSON(w, http.StatusOK, paginate(entries, q, size, map[string]any{"kind": "calendar#calendarList"}))
	default:
		writeJSON(w, http.StatusNotFound, errorBody(http.StatusNotFound, "notFound"))
	}
}

// paginate returns a page of a list. The page token is the index of the first item.
func paginate(all []any, q url.Values, size int, head map[string]any) any {
	from, _ := strconv.Atoi(q.Get("pageToken"))
	from = min(max(from, 0), len(all))
	to := min(from+size, len(all))
	head["items"] = append([]any{}, all[from:to]...)
	if to < len(all) {
		head["nextPageToken"] = strconv.Itoa(to)
	}
	return head
}

// listEvents lists the events that overlap the requested span, as the API returns
// them.
func (c Calendar) listEvents(q url.Values) []any {
	from, err1 := time.Parse(time.RFC3339, q.Get("timeMin"))
	to, err2 := time.Parse(time.RFC3339, q.Get("timeMax"))
	if err1 != nil || err2 != nil || q.Get("singleEvents") != "true" {
		return nil // Google would return series and exceptions, which Stint does not request
	}
	var all []Event
	for _, e := range c.Events {
		for i := range max(e.WeeklyCount, 1) {
			if occurrence := e.occurrence(i); occurrence.Raw != nil ||
				occurrence.Start.Before(to) && occurrence.End.After(from) {
				all = append(all, occurrence)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Event) int { return cmp.Compare(a.Start.Unix(), b.Start.Unix()) })
	out := make([]any, len(all))
	for i, e := range all {
		out[i] = e.toJSON(q.Get("maxAttendees"))
	}
	return out
}

// occurrence is the event some weeks later, at the same local time.
func (e Event) occurrence(weeks int) Event {
	if e.WeeklyCount > 0 {
		e.ID += "_" + e.Start.AddDate(0, 0, 7*weeks).UTC().Format("20060102T150405Z")
	}
	e.Start, e.End = e.Start.AddDate(0, 0, 7*weeks), e.End.AddDate(0, 0, 7*weeks)
	return e
}

func (e Event) toJSON(maxAttendees string) any {
	if e.Raw != nil {
		return e.Raw
	}
	out := map[string]any{
		"kind": "calendar#event", "id": e.ID, "summary": e.Summary, "htmlLink": e.Link,
		"status": cmp.Or(e.Status, "confirmed"), "eventType": cmp.Or(e.Type, "default"),
		"start": eventTime(e.Start, e.AllDay), "end": eventTime(e.End, e.AllDay),
	}
	if e.Response != "" {
		out["attendees"] = e.attendees(maxAttendees)
	}
	return out
}

// attendees are all attendees, or only the owner if there are more than the request
// allows.
func (e Event) attendees(atMost string) []any {
	all := []any{map[string]any{"email": "boss@example.com", "responseStatus": "accepted"}}
	for i := range e.OtherGuests {
		all = append(all, map[string]any{"email": "guest" + strconv.Itoa(i) + "@example.com",
			"responseStatus": "needsAction"})
	}
	all = append(all, map[string]any{"email": "me@example.com", "self": true, "responseStatus": e.Response})
	if n, err := strconv.Atoi(atMost); err == nil && n < len(all) {
		return all[len(all)-1:]
	}
	return all
}

func eventTime(t time.Time, day bool) any {
	if day {
		return map[string]any{"date": t.Format(time.DateOnly)}
	}
	return map[string]any{"dateTime": t.Format(time.RFC3339)}
}
