package submissions_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
)

// What is always true of timesheets, whatever fails or races: a line's totals
// equal the sum of its entries, with the rounding that the submission keeps; a
// locked entry belongs to exactly one live line; each change has exactly one
// event, version after version. A ledger checks it over everything that lies
// in the table, by its own reading of what a stamp means.
type tableState struct {
	submissions map[domain.ID]timesheets.Submission
	statusIndex map[domain.ID]string // place of a head among its status
	lines       map[domain.ID][]roundLines
	events      map[domain.ID][]timesheets.SubmissionEvent
	pointers    map[string]bool // owner#first day#submission
	entries     []timelog.Entry
	violations  []string
}

type roundLines struct {
	Round int               `db:"round"`
	Lines []timesheets.Line `db:"lines"`
}

// checkInvariants checks the table of a service and returns what is in it.
func checkInvariants(t testing.TB, api *apitest.Service) *tableState {
	t.Helper()
	l := readTable(t, api)
	for _, s := range l.submissions {
		if s.Version == 0 {
			l.checkUnfinished(s)
			continue
		}
		l.checkLines(s)
		l.checkEvents(s)
	}
	for id := range l.events {
		if l.submissions[id].Version == 0 {
			l.fail("events of submission %s, which there is not", id)
		}
	}
	if len(l.pointers) != len(l.submissions) {
		l.fail("%d pointers to %d submissions", len(l.pointers), len(l.submissions))
	}
	if len(l.violations) > 0 {
		t.Fatalf("what is always true is not:\n%s", strings.Join(l.violations, "\n"))
	}
	return l
}

func (l *tableState) fail(format string, values ...any) {
	l.violations = append(l.violations, fmt.Sprintf(format, values...))
}

// readTable takes the table apart.
func readTable(t testing.TB, api *apitest.Service) *tableState {
	t.Helper()
	l := &tableState{
		submissions: map[domain.ID]timesheets.Submission{}, statusIndex: map[domain.ID]string{},
		lines: map[domain.ID][]roundLines{}, events: map[domain.ID][]timesheets.SubmissionEvent{},
		pointers: map[string]bool{},
	}
	for _, it := range apitest.TableItems(api) {
		pk, sk := strings.Split(testkit.TextOf(it["pk"]), "#"), strings.Split(testkit.TextOf(it["sk"]), "#")
		switch {
		case pk[0] != "WS":
		case len(pk) == 2 && sk[0] == "S":
			s := decodeItem[timesheets.Submission](t, it)
			l.submissions[s.ID], l.statusIndex[s.ID] = s, testkit.TextOf(it["lsk"])
		case len(pk) == 4 && pk[2] == "S" && sk[0] == "LINES":
			l.lines[domain.ID(pk[3])] = append(l.lines[domain.ID(pk[3])], decodeItem[roundLines](t, it))
		case len(pk) == 4 && pk[2] == "S" && sk[0] == "EV":
			l.events[domain.ID(pk[3])] = append(l.events[domain.ID(pk[3])], decodeItem[timesheets.SubmissionEvent](t, it))
		case len(pk) == 4 && pk[2] == "U" && sk[0] == "S":
			l.pointers[pk[3]+"#"+sk[1]+"#"+sk[2]] = true
		case len(pk) == 4 && pk[2] == "U" && sk[0] == "E":
			l.entries = append(l.entries, decodeItem[timelog.Entry](t, it))
		}
	}
	return l
}

func decodeItem[T any](t testing.TB, it map[string]types.AttributeValue) (record T) {
	t.Helper()
	err := attributevalue.UnmarshalMapWithOptions(it, &record, func(o *attributevalue.DecoderOptions) {
		o.TagKey, o.UseEncodingUnmarshalers = "db", true
	})
	if err != nil {
		t.Fatal(err)
	}
	return record
}

// checkUnfinished: one in the making says so, and is in no list.
func (l *tableState) checkUnfinished(s timesheets.Submission) {
	if s.RoundInProgress == nil || l.statusIndex[s.ID] != "" || len(l.lines[s.ID]) > 0 {
		l.fail("submission %s was never made and is not being made: %+v, index %q", s.ID, s, l.statusIndex[s.ID])
	}
	l.checkPointer(s)
}

func (l *tableState) checkPointer(s timesheets.Submission) {
	if !l.pointers[fmt.Sprintf("%s#%s#%s", s.UserID, s.PeriodStart, s.ID)] {
		l.fail("no pointer to submission %s", s.ID)
	}
}

// checkLines: the lines of the round are there, alone, and each live one comes
// to what its entries come to.
func (l *tableState) checkLines(s timesheets.Submission) {
	l.checkPointer(s)
	if want := fmt.Sprintf("SS#%s#%s", s.Status(), s.ID); l.statusIndex[s.ID] != want {
		l.fail("submission %s is indexed under %q, want %q", s.ID, l.statusIndex[s.ID], want)
	}
	if got := l.lines[s.ID]; len(got) != 1 || got[0].Round != s.Round || len(got[0].Lines) != len(s.Lines) {
		l.fail("submission %s of round %d with %d lines has these: %+v", s.ID, s.Round, len(s.Lines), got)
		return
	}
	claimed := map[string][]timelog.Entry{}
	for _, e := range l.entries {
		if e.Stamp != nil && e.Stamp.SubmissionID == s.ID {
			claimed[fmt.Sprintf("%d@%d", e.Stamp.Line, e.Stamp.Round)] = append(
				claimed[fmt.Sprintf("%d@%d", e.Stamp.Line, e.Stamp.Round)], e)
		}
	}
	keys, seconds, amount := map[string]bool{}, int64(0), int64(0)
	for i, line := range l.lines[s.ID][0].Lines {
		state := s.Lines[i]
		keys[lineKeyOf(line.ProjectID, line.TaskID, line.IsBillable, line.Currency)] = true
		seconds += line.Seconds
		if line.Currency == s.Currency {
			amount += line.Amount
		}
		if state.Number != line.Number || state.ProjectID != line.ProjectID {
			l.fail("submission %s: line %+v beside %+v", s.ID, line, state)
		}
		if state.Status == timesheets.LineRejected || s.Withdrawn {
			continue
		}
		var entries []timelog.Entry
		for _, round := range state.Rounds {
			entries = append(entries, claimed[fmt.Sprintf("%d@%d", state.Number, round)]...)
		}
		l.checkLine(s, line, entries)
	}
	if len(keys) != len(s.Lines) {
		l.fail("submission %s has %d lines with %d keys", s.ID, len(s.Lines), len(keys))
	}
	if s.Seconds != seconds || s.Amount != amount {
		l.fail("submission %s: %d s and %d, its lines are %d s and %d", s.ID, s.Seconds, s.Amount, seconds, amount)
	}
}

func lineKeyOf(project, task domain.ID, billable bool, currency domain.Currency) string {
	return fmt.Sprint(project, "/", task, "/", billable, "/", currency)
}

func (l *tableState) checkLine(s timesheets.Submission, line timesheets.Line, entries []timelog.Entry) {
	var seconds, amount int64
	for _, e := range entries {
		lasted := roundSeconds(e.StoppedAt.Unix()-e.StartedAt.Unix(), s.Rounding)
		seconds += lasted
		if e.IsBillable && e.HourlyRate != nil {
			amount += (lasted**e.HourlyRate + 1800) / 3600
		}
		if lineKeyOf(e.ProjectID, e.TaskID, e.IsBillable, e.Currency) != lineKeyOf(line.ProjectID, line.TaskID,
			line.IsBillable, line.Currency) {
			l.fail("submission %s: entry %+v is in line %+v", s.ID, e, line)
		}
		if e.UserID != s.UserID || e.StartedAt.Before(s.From.Time) || !e.StartedAt.Before(s.To.Time) {
			l.fail("submission %s: entry %+v is not of its owner or period", s.ID, e)
		}
	}
	if line.Entries != len(entries) || line.Seconds != seconds || line.Amount != amount || line.Entries == 0 {
		l.fail("submission %s, line %d: %d entries, %d s, %d; its entries are %d, %d s, %d", s.ID, line.Number, line.Entries,
			line.Seconds, line.Amount, len(entries), seconds, amount)
	}
}

func roundSeconds(seconds int64, by domain.Rounding) int64 {
	step := by.Minutes * 60
	if step == 0 || by.Mode == domain.RoundNone {
		return seconds
	}
	whole, rest := seconds/step*step, seconds%step
	if by.Mode == domain.RoundUp && rest > 0 || by.Mode == domain.RoundNearest && 2*rest >= step {
		whole += step
	}
	return whole
}
