package gcal

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
)

// Event is one event in a calendar. A recurring event is one Event for each time.
type Event struct {
	ID, CalendarID string
	Title          string // "" when the provider does not give it
	Start, End     domain.Instant
	AllDay         bool   // from midnight to midnight in the calendar's time zone
	Status         string // confirmed or tentative
	URL            string // its page at the provider; "" is none
}

// maxParallelCalendars is how many calendars are read at once.
const maxParallelCalendars = 4

// maxEventBytes is how much the events of one response may have together, because
// Lambda bounds a response to 6 MB. eventOverheadBytes is the part of an event that is
// not its texts. In bytes.
const (
	maxEventBytes      = 4 << 20
	eventOverheadBytes = 250
)

// ErrTooManyEvents reports that a span has more events than fit in a response.
var ErrTooManyEvents = errors.New("gcal: more events than an answer holds")

// Events lists the events of a user's calendars that start in [from, to), in order of
// time. Cancelled and declined events and working locations are left out. Errors:
// ErrTooManyEvents; a Failure.
func (c *Client) Events(ctx context.Context, access string, from, to domain.Instant) ([]Event, error) {
	calendars, err := c.listCalendars(ctx, access)
	if err != nil {
		return nil, err
	}
	found := make([][]Event, len(calendars))
	var size atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxParallelCalendars)
	for i, one := range calendars {
		group.Go(func() (err error) {
			found[i], err = c.listEvents(ctx, access, one, from, to, &size)
			return err
		})
	}
	err = group.Wait()
	all := slices.Concat(found...)
	slices.SortFunc(all, compareEvents)
	return all, err
}

func compareEvents(a, b Event) int {
	return cmp.Or(a.Start.Compare(b.Start.Time), a.End.Compare(b.End.Time), cmp.Compare(a.Title, b.Title),
		cmp.Compare(a.CalendarID, b.CalendarID), cmp.Compare(a.ID, b.ID))
}

// eventFields are the fields of an event that are requested.
const eventFields = "nextPageToken,timeZone,items(id,status,summary,htmlLink,eventType,start,end,attendees(self,responseStatus))"

// listEvents lists the events of one calendar and adds to size, the bytes of all
// events.
func (c *Client) listEvents(ctx context.Context, access string, cal calendar, from, to domain.Instant,
	size *atomic.Int64) (all []Event, err error) {
	query := url.Values{
		// timeMin bounds the end of events, exclusively. One second less includes
		// events that start at from and take no time.
		"timeMin": {from.Plus(-time.Second).String()}, "timeMax": {to.String()}, "singleEvents": {"true"},
		"orderBy":    {"startTime"},
		"maxResults": {"250"}, "maxAttendees": {"1"}, // with more guests than that, only the calendar's owner is listed
		"fields": {eventFields},
	}
	err = c.eachPage(query, func(query url.Values) (string, error) {
		var page struct {
			Next  string     `json:"nextPageToken"`
			Zone  string     `json:"timeZone"`
			Items []apiEvent `json:"items"`
		}
		err := c.get(ctx, "events", access, "/calendars/"+url.PathEscape(cal.ID)+"/events", query, &page)
		for _, it := range page.Items {
			if e, ok := it.toEvent(cal.ID, firstKnownZone(page.Zone, cal.TimeZone)); ok && !e.Start.Before(from.Time) &&
				e.Start.Before(to.Time) {
				if size.Add(e.size()) > maxEventBytes {
					return "", ErrTooManyEvents
				}
				all = append(all, e)
			}
		}
		return page.Next, err
	})
	if Is(err, NotFound) || Is(err, Forbidden) && !cal.Primary {
		return nil, nil // the calendar was removed, or is no longer shared, since the list was read
	}
	return all, err
}

// size is what the event takes in a response, in bytes.
func (e Event) size() int64 {
	return int64(eventOverheadBytes + len(e.ID) + len(e.CalendarID) + len(e.Title) + len(e.URL))
}

// firstKnownZone is the first name that is a time zone; UTC when none is.
func firstKnownZone(names ...string) *time.Location {
	for _, name := range names {
		var zone domain.Timezone
		if zone.ParseText(name) == "" {
			return zone.Location()
		}
	}
	return time.UTC
}

// apiEvent is an event in the form of the API.
type apiEvent struct {
	ID        string  `json:"id"`
	Status    string  `json:"status"`
	Summary   string  `json:"summary"`
	Link      string  `json:"htmlLink"`
	Kind      string  `json:"eventType"`
	Start     apiTime `json:"start"`
	End       apiTime `json:"end"`
	Attendees []struct {
		Self     bool   `json:"self"`
		Response string `json:"responseStatus"`
	} `json:"attendees"`
}

// apiTime is a time, or the day of an all-day event.
type apiTime struct {
	Date     string `json:"date"`
	DateTime string `json:"dateTime"`
}

// toInstant is the time. A day starts at midnight in the zone.
func (m apiTime) toInstant(zone *time.Location) (domain.Instant, bool) {
	var day domain.Date
	if m.Date != "" && day.ParseText(m.Date) == "" {
		return day.StartOfDay(zone), true
	}
	return domain.ParseInstant(m.DateTime)
}

// toEvent converts an event; ok is false when it is left out or malformed.
func (i apiEvent) toEvent(calendarID string, zone *time.Location) (e Event, ok bool) {
	starts, started := i.Start.toInstant(zone)
	ends, ended := i.End.toInstant(zone)
	if i.ID == "" || i.Status == "cancelled" || i.Kind == "workingLocation" || i.isDeclined() || !started || !ended ||
		ends.Before(starts.Time) {
		return e, false
	}
	e = Event{
		ID: i.ID, CalendarID: calendarID, Title: i.Summary, Start: starts, End: ends, AllDay: i.Start.Date != "",
		Status: "confirmed", URL: i.Link,
	}
	if i.Status == "tentative" || i.hasResponse("tentative") {
		e.Status = "tentative"
	}
	if !strings.HasPrefix(e.URL, "https://") && !strings.HasPrefix(e.URL, "http://") {
		e.URL = "" // it is shown as a link, so no other scheme is safe
	}
	return e, true
}

func (i apiEvent) isDeclined() bool { return i.hasResponse("declined") }

// hasResponse reports whether the calendar's owner gave this response to the
// invitation.
func (i apiEvent) hasResponse(response string) bool {
	for _, a := range i.Attendees {
		if a.Self && a.Response == response {
			return true
		}
	}
	return false
}
