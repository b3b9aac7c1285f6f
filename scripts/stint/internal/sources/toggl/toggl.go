// Package toggl reads the exports of Toggl Track.
package toggl

import (
	"cmp"
	"encoding/json"
	"errors"
	"iter"
	"strconv"
	"time"

	"stint/scripts/stint/internal/timefile"
)

// Source reads detailed reports and the data export, as CSV, as a workbook and as JSON of the API.
var Source = timefile.Source{
	Name: "toggl", Title: "Toggl Track", HasClock: true, Layout: layout, Read: read,
	Help: "In Toggl: Admin > Settings > Data export > Export time entries, one year after the other; or Reports > " +
		"Detailed > Export > CSV or Excel.",
}

// layout is a detailed report of Toggl Track as CSV, and the time entries of its data export.
//
// Sources: solidtime, app/Service/Import/Importers/TogglTimeEntriesImporter.php, and its samples
// resources/testfiles/toggl_time_entries_import_test_1.csv (with an amount) and _2.csv (quoted).
// The newer report has "Member" for "User" and "Stop date" for "End date"; importers of several
// public projects read the header Description,Duration,Project,Start date,Start time,Stop date,
// Stop time. Both are read, and so is a rate if a file has one. In the newer report "-" is an empty
// cell, people choose the columns, and a column has the currency of the amount.
var layout = timefile.Layout{
	Title: "a detailed report of Toggl Track",
	Columns: timefile.Columns{
		timefile.FieldPerson:      {"user", "member"},
		timefile.FieldEmail:       {"email", "e-mail"},
		timefile.FieldClient:      {"client"},
		timefile.FieldProject:     {"project"},
		timefile.FieldTask:        {"task"},
		timefile.FieldDescription: {"description"},
		timefile.FieldBillable:    {"billable"},
		timefile.FieldDate:        {"start date"},
		timefile.FieldStart:       {"start time"},
		timefile.FieldEndDate:     {"end date", "stop date"},
		timefile.FieldEnd:         {"end time", "stop time"},
		timefile.FieldDuration:    {"duration"},
		timefile.FieldTags:        {"tags"},
		timefile.FieldRate:        {"hourly rate (*)", "rate (*)", "hourly rate"},
		timefile.FieldAmount:      {"amount (*)", "amount ()", "amount"},
		timefile.FieldCurrency:    {"currency"},
	},
	Needs: [][]timefile.Field{{timefile.FieldDate}, {timefile.FieldStart}, {timefile.FieldEnd, timefile.FieldDuration},
		{timefile.FieldDescription}},
	Foreign: []string{"duration (h)", "duration (decimal)"},
	Blank:   "-",
}

// read reads CSV, and JSON of the API. The data export has a ZIP file, too, which has
// everything but time entries.
func read(f timefile.File, o timefile.Options) iter.Seq2[timefile.Row, error] {
	switch {
	case timefile.IsJSON(f):
		return timefile.ReadJSON(f, o, rows)
	case timefile.IsZip(f) && len(timefile.ZipTables(f)) == 0:
		return timefile.Failed(errZip)
	}
	return layout.ReadFile(f, o)
}

// errZip is for the ZIP file of the data export.
var errZip = errors.New(
	`the ZIP file of Toggl's data export has no time entries: use "Export time entries" below it, or the detailed report as CSV`)

// entry is a time entry as the API writes it: of GET /api/v9/me/time_entries?meta=true, or,
// with TimeEntries, a group of the detailed report.
//
// Sources: developers.track.toggl.com/docs/api/time_entries for the first; for groups, answers in
// the tests of public importers: project_id, username, description, billable, currency,
// hourly_rate_in_cents, and time_entries with id, start and seconds. No document at hand lists the
// names of a group; project_name, client_name, task_name and tag_names are read if they are there.
type entry struct {
	ID          int64  `json:"id"`
	Start       string `json:"start"`
	Stop        string `json:"stop"`
	Duration    int64  `json:"duration"` // seconds; negative while it runs
	Seconds     int64  `json:"seconds"`  // in a group, in place of the duration
	Description string `json:"description"`
	UserName    string `json:"user_name"`
	Username    string `json:"username"` // in a group
	Email       string `json:"email"`
	ClientName  string `json:"client_name"`

	ProjectID   int64    `json:"project_id"`
	ProjectName string   `json:"project_name"`
	TaskID      int64    `json:"task_id"`
	TaskName    string   `json:"task_name"`
	Tags        []string `json:"tags"`
	TagNames    []string `json:"tag_names"` // in a group
	Billable    *bool    `json:"billable"`
	Currency    string   `json:"currency"`
	HourlyRate  *int64   `json:"hourly_rate_in_cents"`

	TimeEntries []entry `json:"time_entries"`
}

func rows(raw json.RawMessage, index int, zone *time.Location, yield func(timefile.Row, string) bool) bool {
	var e entry
	if err := json.Unmarshal(raw, &e); err != nil || e.ID == 0 && len(e.TimeEntries) == 0 {
		return yield(timefile.Row{Line: index}, "is no time entry of Toggl Track")
	}
	parts := e.TimeEntries
	if len(parts) == 0 {
		parts = []entry{e}
	}
	for _, part := range parts {
		row := timefile.Row{
			Line: index, Key: strconv.FormatInt(part.ID, 10),
			Person: timefile.Person{Name: e.UserName + e.Username, Email: e.Email},
			Client: e.ClientName, Project: e.ProjectName, Task: e.TaskName, Tags: append(e.Tags, e.TagNames...),
			Description: e.Description, Billable: e.Billable, Currency: timefile.ParseCurrency(e.Currency),
		}
		if reason := e.complete(&row, part, zone); !yield(row, reason) {
			return false
		}
	}
	return true
}

// complete sets the time of an entry of a group, or of the entry itself, and the rate. It returns why the row cannot
// be used, or "".
func (e entry) complete(row *timefile.Row, part entry, zone *time.Location) string {
	switch {
	case e.ProjectID != 0 && e.ProjectName == "" || e.TaskID != 0 && e.TaskName == "":
		return "has ids instead of names: get the entries with meta=true, or export the report as CSV"
	case part.Duration < 0:
		return row.SetTimes(part.Start, "", 0, zone)
	}
	reason := row.SetTimes(part.Start, cmp.Or(part.Stop, part.Start), part.Duration+part.Seconds, zone)
	if reason == "" && e.HourlyRate != nil && *e.HourlyRate >= 0 && *e.HourlyRate <= timefile.MaxMoney {
		row.SetRate(e.HourlyRate, nil, nil)
	}
	return reason
}
