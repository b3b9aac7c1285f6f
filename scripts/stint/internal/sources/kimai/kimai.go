// Package kimai reads the exports of Kimai.
package kimai

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"strconv"
	"time"

	"stint/scripts/stint/internal/timefile"
)

// Source reads exports as CSV and as a workbook, and JSON of the API.
var Source = timefile.Source{
	Name: "kimai", Title: "Kimai", HasClock: true, Layout: layout, Read: read,
	Help: "In Kimai: Export > CSV or Excel; or JSON of GET /api/timesheets?full=true.",
}

// read reads CSV, and JSON of GET /api/timesheets?full=true.
func read(f timefile.File, o timefile.Options) iter.Seq2[timefile.Row, error] {
	if timefile.IsJSON(f) {
		return timefile.ReadJSON(f, o, rows)
	}
	return layout.ReadFile(f, o)
}

// entry is a timesheet as GET /api/timesheets?full=true writes it.
//
// Source: Kimai, src/Entity/Timesheet.php, Project.php, Customer.php and User.php with the groups
// of src/API/TimesheetController.php (GROUPS_COLLECTION_FULL), and
// config/packages/jms_serializer.yaml for times: 2026-04-03T09:00:00+0200.
type entry struct {
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

type user struct {
	Username string `json:"username"`
	Alias    string `json:"alias"`
	Email    string `json:"email"`
}

type activity struct {
	Name string `json:"name"`
}

type project struct {
	Name     string `json:"name"`
	Customer struct {
		Name     string `json:"name"`
		Currency string `json:"currency"`
	} `json:"customer"`
}

func rows(raw json.RawMessage, index int, zone *time.Location, yield func(timefile.Row, string) bool) bool {
	row := timefile.Row{Line: index}
	var e entry
	if err := json.Unmarshal(raw, &e); err != nil || e.ID == 0 {
		return yield(row, "is no timesheet of Kimai")
	}
	var by user
	var at activity
	var on project
	for _, part := range []struct {
		raw  json.RawMessage
		into any
	}{{e.User, &by}, {e.Activity, &at}, {e.Project, &on}} {
		if json.Unmarshal(part.raw, part.into) != nil {
			return yield(row, "has ids instead of names: get the timesheets with full=true")
		}
	}
	row.Key = strconv.FormatInt(e.ID, 10)
	row.Person = timefile.Person{Name: cmp.Or(by.Alias, by.Username), Email: by.Email}
	row.Client, row.Project, row.Task = on.Customer.Name, on.Name, at.Name
	row.Tags, row.Description, row.Billable = e.Tags, e.Description, e.Billable
	reason := e.complete(&row, on.Customer.Currency, zone)
	return yield(row, reason)
}

// complete sets times and money. It returns why the row cannot be used, or "".
func (e entry) complete(row *timefile.Row, currency string, zone *time.Location) string {
	if reason := row.SetTimes(e.Begin, e.End, *cmp.Or(e.Duration, new(int64)), zone); reason != "" {
		return reason
	}
	row.Currency = timefile.ParseCurrency(currency)
	amounts := make([]*int64, 3)
	for i, money := range []*float64{e.HourlyRate, e.FixedRate, e.Rate} {
		if money == nil {
			continue
		}
		minor, ok := timefile.ParseMoney(strconv.FormatFloat(math.Abs(*money), 'f', 4, 64), row.Currency)
		if !ok || *money < 0 {
			return fmt.Sprintf("%v is no amount of money", *money)
		}
		amounts[i] = &minor
	}
	row.SetRate(amounts[0], amounts[1], amounts[2])
	return ""
}
