package gcal

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
)

// Event is something in a calendar. One that recurs is an event each time.
type Event struct {
	ID, CalendarID string
	Title          string // "" where it is not told
	Starts, Ends   domain.Instant
	AllDay         bool   // from midnight to midnight in the calendar's time zone
	Status         string // confirmed or tentative
	URL            string // of its page at the provider; "" is none
}

// parallel is how many calendars are read at once.
const parallel = 4

// Events lists what overlaps a span of time in somebody's calendars, in order
// of time. What was cancelled, what they declined, and where they work from is
// left out.
func (c *Client) Events(ctx context.Context, access string, from, to domain.Instant) ([]Event, error) {
	calendars, err := c.calendars(ctx, access)
	if err != nil {
		return nil, err
	}
	found := make([][]Event, len(calendars))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	for i, one := range calendars {
		group.Go(func() (err error) {
			found[i], err = c.eventsOf(ctx, access, one, from, to)
			return err
		})
	}
	err = group.Wait()
	all := slices.Concat(found...)
	slices.SortFunc(all, inOrder)
	return all, err
}

func inOrder(a, b Event) int {
	return cmp.Or(a.Starts.Compare(b.Starts.Time), a.Ends.Compare(b.Ends.Time), cmp.Compare(a.Title, b.Title),
		cmp.Compare(a.CalendarID, b.CalendarID), cmp.Compare(a.ID, b.ID))
}

// fields are all that is asked for of an event.
const fields = "nextPageToken,timeZone,items(id,status,summary,htmlLink,eventType,start,end,attendees(self,responseStatus))"

func (c *Client) eventsOf(ctx context.Context, access string, of calendar, from, to domain.Instant) (all []Event, err error) {
	query := url.Values{
		"timeMin": {from.String()}, "timeMax": {to.String()}, "singleEvents": {"true"}, "orderBy": {"startTime"},
		"maxResults": {"250"}, "fields": {fields},
	}
	err = c.pages(query, func(query url.Values) (string, error) {
		var page struct {
			Next  string `json:"nextPageToken"`
			Zone  string `json:"timeZone"`
			Items []item `json:"items"`
		}
		err := c.get(ctx, "events", access, "/calendars/"+url.PathEscape(of.ID)+"/events", query, &page)
		for _, it := range page.Items {
			if e, ok := it.event(of.ID, zoneOf(page.Zone, of.Zone)); ok && e.Starts.Before(to.Time) && e.Ends.After(from.Time) {
				all = append(all, e)
			}
		}
		return page.Next, err
	})
	if gone(err) {
		return nil, nil // it left the list meanwhile
	}
	return all, err
}

func gone(err error) bool {
	var f *Failure
	return errors.As(err, &f) && f.Kind == Missing
}

// zoneOf is the first zone that exists.
func zoneOf(names ...string) *time.Location {
	for _, name := range names {
		var zone domain.Timezone
		if zone.ParseText(name) == "" {
			return zone.Location()
		}
	}
	return time.UTC
}

// item is an event as the provider tells it.
type item struct {
	ID        string `json:"id"`
	Status    string `json:"status"`
	Summary   string `json:"summary"`
	Link      string `json:"htmlLink"`
	Kind      string `json:"eventType"`
	Start     moment `json:"start"`
	End       moment `json:"end"`
	Attendees []struct {
		Self     bool   `json:"self"`
		Response string `json:"responseStatus"`
	} `json:"attendees"`
}

// moment is a day or a time.
type moment struct {
	Date     string `json:"date"`
	DateTime string `json:"dateTime"`
}

// at is the moment; days lie in the zone.
func (m moment) at(zone *time.Location) (domain.Instant, bool) {
	var day domain.Date
	if m.Date != "" && day.ParseText(m.Date) == "" {
		return day.Midnight(zone), true
	}
	t, err := time.Parse(time.RFC3339, m.DateTime)
	return domain.At(t), err == nil
}

// event reads an item; ok is false for one that is left out, or cannot be read.
func (i item) event(calendarID string, zone *time.Location) (e Event, ok bool) {
	starts, started := i.Start.at(zone)
	ends, ended := i.End.at(zone)
	if i.ID == "" || i.Status == "cancelled" || i.Kind == "workingLocation" || i.declined() || !started || !ended || ends.Before(starts.Time) {
		return e, false
	}
	e = Event{
		ID: i.ID, CalendarID: calendarID, Title: i.Summary, Starts: starts, Ends: ends, AllDay: i.Start.Date != "",
		Status: "confirmed", URL: i.Link,
	}
	if i.Status == "tentative" || i.answered("tentative") {
		e.Status = "tentative"
	}
	if !strings.HasPrefix(e.URL, "https://") && !strings.HasPrefix(e.URL, "http://") {
		e.URL = "" // it is shown as a link
	}
	return e, true
}

func (i item) declined() bool { return i.answered("declined") }

// answered reports what the calendar's owner said to an invitation.
func (i item) answered(response string) bool {
	for _, a := range i.Attendees {
		if a.Self && a.Response == response {
			return true
		}
	}
	return false
}
