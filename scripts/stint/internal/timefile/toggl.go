package timefile

import (
	"encoding/json"
	"errors"
	"iter"
	"strconv"
	"time"
)

// togglLayout is a detailed report of Toggl Track as CSV, and the time entries of its data export.
//
// Sources: solidtime, app/Service/Import/Importers/TogglTimeEntriesImporter.php, and its samples
// resources/testfiles/toggl_time_entries_import_test_1.csv (with an amount) and _2.csv (quoted).
// The newer report has "Member" for "User" and "Stop date" for "End date"; importers of several
// public projects read the header Description,Duration,Project,Start date,Start time,Stop date,
// Stop time. Both are read, and so is a rate if a file has one. In the newer report "-" is an empty
// cell, people choose the columns, and a column has the currency of the amount.
var togglLayout = layout{
	title: "a detailed report of Toggl Track",
	columns: []column{
		{fieldPerson, []string{"user", "member"}},
		{fieldEmail, []string{"email", "e-mail"}},
		{fieldClient, []string{"client"}},
		{fieldProject, []string{"project"}},
		{fieldTask, []string{"task"}},
		{fieldDescription, []string{"description"}},
		{fieldBillable, []string{"billable"}},
		{fieldDate, []string{"start date"}},
		{fieldStart, []string{"start time"}},
		{fieldEndDate, []string{"end date", "stop date"}},
		{fieldEnd, []string{"end time", "stop time"}},
		{fieldDuration, []string{"duration"}},
		{fieldTags, []string{"tags"}},
		{fieldRate, []string{"hourly rate (*)", "rate (*)", "hourly rate"}},
		{fieldAmount, []string{"amount (*)", "amount ()", "amount"}},
		{fieldCurrency, []string{"currency"}},
	},
	needs:   [][]field{{fieldDate}, {fieldStart}, {fieldEnd, fieldDuration}, {fieldDescription}},
	foreign: []string{"duration (h)", "duration (decimal)"},
	blank:   "-",
}

// readToggl reads CSV, and JSON of the API. The data export has a ZIP file, too, which has
// everything but time entries.
func readToggl(f File, o Options) iter.Seq2[Row, error] {
	switch {
	case isJSON(f):
		return readJSON(f, o, togglRows)
	case isZip(f) && len(zipTables(f)) == 0:
		return failed(errTogglZip)
	}
	return togglLayout.readFile(f, o)
}

// errTogglZip is for the ZIP file of the data export.
var errTogglZip = errors.New(
	`the ZIP file of Toggl's data export has no time entries: use "Export time entries" below it, or the detailed report as CSV`)

// togglEntry is a time entry as the API writes it: of GET /api/v9/me/time_entries?meta=true, or,
// with TimeEntries, a group of the detailed report.
//
// Sources: developers.track.toggl.com/docs/api/time_entries for the first; for groups, answers in
// the tests of public importers: project_id, username, description, billable, currency,
// hourly_rate_in_cents, and time_entries with id, start and seconds. No document at hand lists the
// names of a group; project_name, client_name, task_name and tag_names are read if they are there.
type togglEntry struct {
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

	TimeEntries []togglEntry `json:"time_entries"`
}

func togglRows(raw json.RawMessage, index int, zone *time.Location) iter.Seq2[Row, error] {
	var e togglEntry
	if err := json.Unmarshal(raw, &e); err != nil || e.ID == 0 && len(e.TimeEntries) == 0 {
		return one(Row{Line: index}, "is no time entry of Toggl Track")
	}
	entries := e.TimeEntries
	if len(entries) == 0 {
		entries = []togglEntry{e}
	}
	return func(yield func(Row, error) bool) {
		for _, part := range entries {
			for row, err := range e.row(part, index, zone) {
				if !yield(row, err) {
					return
				}
			}
		}
	}
}

// row makes a row of an entry of a group, or of the entry itself.
func (e togglEntry) row(part togglEntry, index int, zone *time.Location) iter.Seq2[Row, error] {
	row := Row{
		Line: index, Key: strconv.FormatInt(part.ID, 10), Person: Person{e.UserName + e.Username, e.Email},
		Client: e.ClientName, Project: e.ProjectName, Task: e.TaskName, Tags: append(e.Tags, e.TagNames...),
		Description: e.Description, Billable: e.Billable, Currency: parseCurrency(e.Currency),
	}
	if e.ProjectID != 0 && e.ProjectName == "" || e.TaskID != 0 && e.TaskName == "" {
		return one(row, "has ids instead of names: get the entries with meta=true, or export the report as CSV")
	}
	if part.Duration < 0 {
		return one(row, row.setTimes(part.Start, "", 0, zone))
	}
	end := part.Stop
	if end == "" {
		end = part.Start
	}
	if reason := row.setTimes(part.Start, end, part.Duration+part.Seconds, zone); reason != "" {
		return one(row, reason)
	}
	if e.HourlyRate != nil && *e.HourlyRate >= 0 && *e.HourlyRate <= maxMoney {
		row.setRate(e.HourlyRate, nil, nil)
	}
	return one(row, "")
}
