package submissions_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/functions/apitest"
	"stint/shared/domain"
)

// What is always true of timesheets, whatever fails or races: a line's totals
// equal the sum of its entries, with the rounding that the submission keeps; a
// locked entry belongs to exactly one live line; each change has exactly one
// event, version after version. A ledger checks it over everything that lies
// in the table, by its own reading of what a stamp means.
type ledger struct {
	heads    map[domain.ID]domain.Submission
	indexed  map[domain.ID]string // place of a head among its status
	lines    map[domain.ID][]sheetLines
	events   map[domain.ID][]domain.SubmissionEvent
	pointers map[string]bool // owner#first day#submission
	entries  []domain.Entry
	wrong    []string
}

type sheetLines struct {
	Round int           `db:"round"`
	Lines []domain.Line `db:"lines"`
}

// always checks a house's table, and gives what is in it.
func always(t testing.TB, h *apitest.House) *ledger {
	t.Helper()
	l := read(t, h)
	for _, s := range l.heads {
		if s.Version == 0 {
			l.checkUnmade(s)
			continue
		}
		l.checkLines(s)
		l.checkEvents(s)
	}
	for id := range l.events {
		if l.heads[id].Version == 0 {
			l.fail("events of submission %s, which there is not", id)
		}
	}
	if len(l.pointers) != len(l.heads) {
		l.fail("%d pointers to %d submissions", len(l.pointers), len(l.heads))
	}
	if len(l.wrong) > 0 {
		t.Fatalf("what is always true is not:\n%s", strings.Join(l.wrong, "\n"))
	}
	return l
}

func (l *ledger) fail(format string, values ...any) {
	l.wrong = append(l.wrong, fmt.Sprintf(format, values...))
}

// read takes the table apart.
func read(t testing.TB, h *apitest.House) *ledger {
	t.Helper()
	l := &ledger{
		heads: map[domain.ID]domain.Submission{}, indexed: map[domain.ID]string{}, lines: map[domain.ID][]sheetLines{},
		events: map[domain.ID][]domain.SubmissionEvent{}, pointers: map[string]bool{},
	}
	for _, it := range apitest.Items(h) {
		pk, sk := strings.Split(textOf(it, "pk"), "#"), strings.Split(textOf(it, "sk"), "#")
		switch {
		case pk[0] != "WS":
		case len(pk) == 2 && sk[0] == "S":
			s := stored[domain.Submission](t, it)
			l.heads[s.ID], l.indexed[s.ID] = s, textOf(it, "lsk")
		case len(pk) == 4 && pk[2] == "S" && sk[0] == "LINES":
			l.lines[domain.ID(pk[3])] = append(l.lines[domain.ID(pk[3])], stored[sheetLines](t, it))
		case len(pk) == 4 && pk[2] == "S" && sk[0] == "EV":
			l.events[domain.ID(pk[3])] = append(l.events[domain.ID(pk[3])], stored[domain.SubmissionEvent](t, it))
		case len(pk) == 4 && pk[2] == "U" && sk[0] == "S":
			l.pointers[pk[3]+"#"+sk[1]+"#"+sk[2]] = true
		case len(pk) == 4 && pk[2] == "U" && sk[0] == "E":
			l.entries = append(l.entries, stored[domain.Entry](t, it))
		}
	}
	return l
}

func stored[T any](t testing.TB, it map[string]types.AttributeValue) (record T) {
	t.Helper()
	err := attributevalue.UnmarshalMapWithOptions(it, &record, func(o *attributevalue.DecoderOptions) {
		o.TagKey, o.UseEncodingUnmarshalers = "db", true
	})
	if err != nil {
		t.Fatal(err)
	}
	return record
}

func textOf(it map[string]types.AttributeValue, name string) string {
	if s, ok := it[name].(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}

// checkUnmade: one in the making says so, and is in no list.
func (l *ledger) checkUnmade(s domain.Submission) {
	if s.Building == nil || l.indexed[s.ID] != "" || len(l.lines[s.ID]) > 0 {
		l.fail("submission %s was never made and is not being made: %+v, index %q", s.ID, s, l.indexed[s.ID])
	}
	l.checkPointer(s)
}

func (l *ledger) checkPointer(s domain.Submission) {
	if !l.pointers[fmt.Sprintf("%s#%s#%s", s.UserID, s.PeriodStart, s.ID)] {
		l.fail("no pointer to submission %s", s.ID)
	}
}

// checkLines: the lines of the round are there, alone, and each live one comes
// to what its entries come to.
func (l *ledger) checkLines(s domain.Submission) {
	l.checkPointer(s)
	if want := fmt.Sprintf("SS#%s#%s", s.Status(), s.ID); l.indexed[s.ID] != want {
		l.fail("submission %s lies under %q, want %q", s.ID, l.indexed[s.ID], want)
	}
	if got := l.lines[s.ID]; len(got) != 1 || got[0].Round != s.Round || len(got[0].Lines) != len(s.Lines) {
		l.fail("submission %s of round %d with %d lines has these: %+v", s.ID, s.Round, len(s.Lines), got)
		return
	}
	claimed := map[string][]domain.Entry{}
	for _, e := range l.entries {
		if e.Stamp != nil && e.Stamp.SubmissionID == s.ID {
			claimed[fmt.Sprintf("%d@%d", e.Stamp.Line, e.Stamp.Round)] = append(claimed[fmt.Sprintf("%d@%d", e.Stamp.Line, e.Stamp.Round)], e)
		}
	}
	keys, seconds, amount := map[string]bool{}, int64(0), int64(0)
	for i, line := range l.lines[s.ID][0].Lines {
		state := s.Lines[i]
		keys[keyOf(line.ProjectID, line.TaskID, line.IsBillable, line.Currency)] = true
		seconds += line.Seconds
		if line.Currency == s.Currency {
			amount += line.Amount
		}
		if state.N != line.N || state.ProjectID != line.ProjectID {
			l.fail("submission %s: line %+v beside %+v", s.ID, line, state)
		}
		if state.Status == domain.LineRejected || s.Withdrawn {
			continue
		}
		var entries []domain.Entry
		for _, round := range state.Rounds {
			entries = append(entries, claimed[fmt.Sprintf("%d@%d", state.N, round)]...)
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

func keyOf(project, task domain.ID, billable bool, currency domain.Currency) string {
	return fmt.Sprint(project, "/", task, "/", billable, "/", currency)
}

func (l *ledger) checkLine(s domain.Submission, line domain.Line, entries []domain.Entry) {
	var seconds, amount int64
	for _, e := range entries {
		lasted := rounded(e.StoppedAt.Unix()-e.StartedAt.Unix(), s.Rounding)
		seconds += lasted
		if e.IsBillable && e.HourlyRate != nil {
			amount += (lasted**e.HourlyRate + 1800) / 3600
		}
		if keyOf(e.ProjectID, e.TaskID, e.IsBillable, e.Currency) != keyOf(line.ProjectID, line.TaskID, line.IsBillable, line.Currency) {
			l.fail("submission %s: entry %+v is in line %+v", s.ID, e, line)
		}
		if e.UserID != s.UserID || e.StartedAt.Before(s.From.Time) || !e.StartedAt.Before(s.To.Time) {
			l.fail("submission %s: entry %+v is not of its owner or period", s.ID, e)
		}
	}
	if line.Entries != len(entries) || line.Seconds != seconds || line.Amount != amount || line.Entries == 0 {
		l.fail("submission %s, line %d: %d entries, %d s, %d; its entries are %d, %d s, %d", s.ID, line.N, line.Entries, line.Seconds, line.Amount, len(entries), seconds, amount)
	}
}

func rounded(seconds int64, by domain.Rounding) int64 {
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
