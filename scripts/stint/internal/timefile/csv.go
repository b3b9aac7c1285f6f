package timefile

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
)

// csvLayout is the export of the entries of a workspace (GET /api/entries/export), or a table that
// people made: with a date and hours, or with a start and an end.
//
// Sources: functions/reports/columns.go for the export; solidtime's sample
// resources/testfiles/generic_time_entries_import_test_1.csv for user_name and user_email;
// docs/export-files.md for the other titles.
var csvLayout = layout{
	title: "a table of time entries",
	columns: []column{
		{fieldID, []string{"id", "key", "external id"}},
		{fieldDate, []string{"date", "day", "start date"}},
		{fieldStart, []string{"started at", "start", "start time", "from", "begin"}},
		{fieldEndDate, []string{"end date"}},
		{fieldEnd, []string{"stopped at", "end", "end time", "stop", "to"}},
		{fieldSeconds, []string{"seconds", "duration seconds"}},
		{fieldDuration, []string{"duration", "time"}},
		{fieldHours, []string{"hours", "hours (decimal)"}},
		{fieldPerson, []string{"user", "person", "name", "member", "employee", "user name"}},
		{fieldFirstName, []string{"first name"}},
		{fieldLastName, []string{"last name"}},
		{fieldEmail, []string{"email", "e-mail", "address", "user email"}},
		{fieldClient, []string{"client", "customer"}},
		{fieldProject, []string{"project"}},
		{fieldTask, []string{"task", "activity"}},
		{fieldDescription, []string{"description", "notes", "note", "text", "comment"}},
		{fieldTags, []string{"tags", "labels"}},
		{fieldBillable, []string{"billable", "is billable", "billable?"}},
		{fieldRate, []string{"hourly rate", "rate", "billable rate", "hourly rate (*)", "rate (*)"}},
		{fieldAmount, []string{"amount", "billable amount", "amount (*)"}},
		{fieldCurrency, []string{"currency"}},
	},
	needs:       [][]field{{fieldDate, fieldStart}, {fieldEnd, fieldSeconds, fieldDuration, fieldHours}},
	optionalEnd: true,
}

func readCSV(f File, o Options) iter.Seq2[Row, error] {
	t, err := openTable(f, csvLayout)
	switch {
	case err != nil:
		return failed(err)
	case slices.Contains(t.titles(), "started_at") && slices.Contains(t.titles(), "tag_ids"):
		return readStintFolder(t, o)
	case slices.Contains(t.titles(), "started_at") && slices.Contains(t.titles(), "hourly_rate"):
		own := csvLayout
		own.clean = unquoteFormula
		return own.readTable(withoutTotal{t}, o)
	}
	return csvLayout.readTable(t, o)
}

// withoutTotal is the export of the entries of a workspace without the last row of its workbook, which is no entry.
type withoutTotal struct{ table }

func (t withoutTotal) records() iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		for r, err := range t.table.records() {
			if err == nil && len(r.cells) > 0 && r.cells[0] == "Total" {
				continue
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

func (t *csvTable) titles() []string { return t.header }

func (t *csvTable) records() iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		header := true
		for r, err := range t.lines() {
			if header {
				header = false
				continue
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// lines are the header and the records, without lines whose cells are all empty.
func (t *csvTable) lines() iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		content, err := t.open()
		if err != nil {
			yield(record{}, err)
			return
		}
		defer content.Close()
		lines := bufio.NewReader(content)
		for range t.skip {
			_, _ = lines.ReadString('\n') // an error comes again
		}
		t.split(lines, yield)
	}
}

func (t *csvTable) split(lines io.Reader, yield func(record, error) bool) {
	bounded := &budget{Reader: lines}
	r := csv.NewReader(bounded)
	r.Comma, r.FieldsPerRecord, r.ReuseRecord = t.comma, -1, true
	for last := t.skip; ; {
		bounded.left = maxRecord
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		if errors.Is(err, errTooLong) && bounded.left <= 0 {
			yield(record{}, tooLong(last))
			return
		}
		if err != nil {
			line, err := t.explain(err)
			if _, goesOn := err.(Refused); !yield(record{line: line}, err) || !goesOn {
				return
			}
			continue
		}
		line, _ := r.FieldPos(0)
		last = line + t.skip
		if !isBlank(cells) && !yield(record{last, cells}, nil) {
			return
		}
	}
}

// explain makes an error for people. A Refused concerns one line only.
func (t *csvTable) explain(err error) (line int, explained error) {
	broken, ok := errors.AsType[*csv.ParseError](err)
	if !ok {
		return 0, err
	}
	line = broken.StartLine + t.skip
	if errors.Is(err, csv.ErrBareQuote) {
		return line, Refused{Line: line, Reason: "has a quotation mark in the middle of a cell without quotation marks"}
	}
	return line, fmt.Errorf("line %d: a cell in quotation marks does not end as CSV cells do", line)
}

func isBlank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" })
}
