package timefile

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"strconv"
	"time"
)

// kimaiEntry is a timesheet as GET /api/timesheets?full=true writes it.
//
// Source: Kimai, src/Entity/Timesheet.php, Project.php, Customer.php and User.php with the groups
// of src/API/TimesheetController.php (GROUPS_COLLECTION_FULL), and
// config/packages/jms_serializer.yaml for times: 2026-04-03T09:00:00+0200.
type kimaiEntry struct {
	ID          int64           `json:"id"`
	Begin       string          `json:"begin"`
	End         string          `json:"end"`
	Duration    *int64          `json:"duration"` // seconds, without breaks
	Description string          `json:"description"`
	User        json.RawMessage `json:"user"` // an id without full=true, as are the two below
	Activity    json.RawMessage `json:"activity"`
	Project     json.RawMessage `json:"project"`
	Tags        []string        `json:"tags"`
	Billable    *bool           `json:"billable"`
	HourlyRate  *float64        `json:"hourlyRate"`
	FixedRate   *float64        `json:"fixedRate"`
	Rate        *float64        `json:"rate"`
}

type kimaiUser struct {
	Username string `json:"username"`
	Alias    string `json:"alias"`
	Email    string `json:"email"`
}

type kimaiActivity struct {
	Name string `json:"name"`
}

type kimaiProject struct {
	Name     string `json:"name"`
	Customer struct {
		Name     string `json:"name"`
		Currency string `json:"currency"`
	} `json:"customer"`
}

func kimaiRows(raw json.RawMessage, index int, zone *time.Location) iter.Seq2[Row, error] {
	row := Row{Line: index}
	var e kimaiEntry
	if err := json.Unmarshal(raw, &e); err != nil || e.ID == 0 {
		return one(row, "is no timesheet of Kimai")
	}
	var user kimaiUser
	var activity kimaiActivity
	var project kimaiProject
	for _, part := range []struct {
		raw  json.RawMessage
		into any
	}{{e.User, &user}, {e.Activity, &activity}, {e.Project, &project}} {
		if json.Unmarshal(part.raw, part.into) != nil {
			return one(row, "has ids instead of names: get the timesheets with full=true")
		}
	}
	row.Key = strconv.FormatInt(e.ID, 10)
	row.Person = Person{user.Alias, user.Email}
	if user.Alias == "" {
		row.Person.Name = user.Username
	}
	row.Client, row.Project, row.Task = project.Customer.Name, project.Name, activity.Name
	row.Tags, row.Description, row.Billable = e.Tags, e.Description, e.Billable
	return one(row, e.complete(&row, project.Customer.Currency, zone))
}

// complete sets times and money. It returns why the row cannot be used, or "".
func (e kimaiEntry) complete(row *Row, currency string, zone *time.Location) string {
	var seconds int64
	if e.Duration != nil {
		seconds = *e.Duration
	}
	if reason := row.setTimes(e.Begin, e.End, seconds, zone); reason != "" {
		return reason
	}
	row.Currency = parseCurrency(currency)
	amounts := make([]*int64, 3)
	for i, money := range []*float64{e.HourlyRate, e.FixedRate, e.Rate} {
		if money == nil {
			continue
		}
		minor, ok := parseMoney(strconv.FormatFloat(math.Abs(*money), 'f', 4, 64), row.Currency)
		if !ok || *money < 0 {
			return fmt.Sprintf("%v is no amount of money", *money)
		}
		amounts[i] = &minor
	}
	row.setRate(amounts[0], amounts[1], amounts[2])
	return ""
}
