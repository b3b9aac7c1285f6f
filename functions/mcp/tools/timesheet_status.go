package tools

import (
	"net/url"
	"time"

	"stint/shared/domain"
)

var timesheetStatus = declaration{"timesheet_status", "Timesheets",
	"Shows the days of a period: how much time each has, which have none, and what is not submitted yet. Shows the timesheets " +
		"of the period, and for those who review, the timesheets of others that wait for a decision.", reads}

type timesheetInput struct {
	Period string `json:"period,omitempty" jsonschema:"last week, if absent; this or last week or month, 2026-06, or 2026-06-15; at most 62 days"`
	Person string `json:"person,omitempty" jsonschema:"whose time: words of the name, or an id; one's own, if absent"`
}

// Timesheets say what is forgotten, what is not submitted, and what waits.
type Timesheets struct {
	Status             string      `json:"status" jsonschema:"shown or choose"`
	UserID             string      `json:"user_id,omitempty"`
	FirstDay           string      `json:"first_day,omitempty"`
	LastDay            string      `json:"last_day,omitempty"`
	Days               []Day       `json:"days" jsonschema:"the days with time"`
	MissingDays        []string    `json:"missing_days" jsonschema:"days from Monday to Friday without time, up to today"`
	TotalSeconds       int64       `json:"total_seconds"`
	UnsubmittedSeconds int64       `json:"unsubmitted_seconds" jsonschema:"of the total; also time that was rejected"`
	Timesheets         []Timesheet `json:"timesheets" jsonschema:"of the person, with a day of the period"`
	Waiting            []Timesheet `json:"waiting" jsonschema:"of others, with lines that wait for a decision of the person who asks; at most 20"`
	MoreWait           bool        `json:"more_wait,omitempty" jsonschema:"true: there may be more that wait"`
	Choice
}

// Day is the time of a day.
type Day struct {
	Day     string `json:"day"`
	Seconds int64  `json:"seconds"`
}

// maxStatusDays bounds the days of an answer, so that a model can read it.
const maxStatusDays = 62

func (c *call) timesheetStatus(in timesheetInput) (Timesheets, error) {
	out := Timesheets{Status: "shown", Days: []Day{}, MissingDays: []string{}, Timesheets: []Timesheet{},
		Waiting: []Timesheet{}}
	if err := c.loadZone(); err != nil {
		return out, err
	}
	days, err := c.readShortPeriod(in.Period)
	if err != nil {
		return out, err
	}
	user, several, err := c.choosePerson(orWords(in.Person, "me"))
	if err != nil {
		return out, err
	}
	if several != nil {
		out.Status, out.Choice = "choose", *several
		return out, nil
	}
	out.UserID, out.FirstDay, out.LastDay = user, string(days.First), string(days.Last)
	for _, add := range []func(*Timesheets, domain.DaySpan) error{c.addDays, c.addTimesheets, c.addWaiting} {
		if err := add(&out, days); err != nil {
			return out, err
		}
	}
	return out, c.addPeople(&out)
}

// orWords are the words, or others when there are none.
func orWords(words, others string) string {
	if words == "" {
		return others
	}
	return words
}

// readShortPeriod reads a period of at most 62 days. Errors: a failure for other words and for longer ones.
func (c *call) readShortPeriod(words string) (domain.DaySpan, error) {
	days, err := c.readPeriod(orWords(words, "last week"))
	if err == nil && days.First.AddDays(maxStatusDays) <= days.Last {
		err = invalid("period", "range_too_long", "The period has at most 62 days.")
	}
	return days, err
}

// addDays adds what the person tracked, and the days without time.
func (c *call) addDays(out *Timesheets, days domain.DaySpan) error {
	all, err := c.secondsByDay(out.UserID, days, "")
	if err != nil {
		return err
	}
	open, err := c.secondsByDay(out.UserID, days, "none,rejected")
	if err != nil {
		return err
	}
	out.TotalSeconds, out.UnsubmittedSeconds = all.Total.Seconds, open.Total.Seconds
	has := map[domain.Date]bool{}
	for _, item := range all.Items {
		has[domain.Date(*item.Key)] = true
		out.Days = append(out.Days, Day{*item.Key, item.Seconds})
	}
	last := min(days.Last, domain.DateOf(c.Now.In(c.zone)))
	for day := days.First; day <= last; day = day.AddDays(1) {
		if !has[day] && !isWeekend(day) {
			out.MissingDays = append(out.MissingDays, string(day))
		}
	}
	return nil
}

// secondsByDay sums up a person's time by day. lines limits it to time on lines of timesheets; "" is all.
func (c *call) secondsByDay(user string, days domain.DaySpan, lines string) (sentSummary, error) {
	span := c.boundsOf(days)
	query := url.Values{"group_by": {"day"}, "user_id": {user}, "from": {span.from}, "to": {span.to}}
	setGiven(query, "submission_status", lines)
	return run[sentSummary](c, Request{Operation: "reports.summary.v1", Query: query})
}

func isWeekend(day domain.Date) bool {
	at, _ := time.Parse(time.DateOnly, string(day)) // it was made from a date
	return at.Weekday() == time.Saturday || at.Weekday() == time.Sunday
}
