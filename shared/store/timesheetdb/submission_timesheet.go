package timesheetdb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/timedb"
	"stint/shared/table"
)

// Timesheet is what a round of a submission is made from.
type Timesheet struct {
	Entries          []timelog.Entry  // of the period, including a running timer, oldest first
	Locks            timesheets.Locks // the submissions that the entries' stamps name
	OtherSubmissions []timesheets.Submission
	Guard            int64
	Marks            Marks
}

// Marks are the marks of the last writes of entries, as they were read with the entries,
// by the id of the entry.
type Marks map[domain.ID]table.WriteMark

// entryWithMark is an entry as it is read for a claim.
type entryWithMark struct {
	timelog.Entry
	table.WriteMark
}

// Bounds of what is read of a period. Entries that other submissions have claimed count, too. problem.TooMuchTime
// names them.
const (
	maxTimesheetEntries = 40_000
	maxTimesheetBytes   = 16_000_000 // MaxTimesheetBytes, unless it is set
)

// Timesheet reads a user's entries of a period, and the submissions that could
// share days with it: those that begin at most timesheets.MaxSubmissionDays before
// its end. It reads the overlap guard first, so that a submission that is made
// during the read makes the write fail. The entries are many, so it reads them only if check
// has nothing against the other submissions. Errors: those of check; validation too_large.
func (s *Store) Timesheet(ctx context.Context, w domain.ID, sub timesheets.Submission,
	check func(others []timesheets.Submission) error) (t Timesheet, err error) {
	defer core.Wrap(&err, "Timesheet", w, sub.ID)
	records, err := s.Records(ctx, w, core.Refs{Guards: []domain.ID{sub.UserID}})
	if err != nil {
		return t, err
	}
	t.Guard = records.Guards[sub.UserID]
	if t.OtherSubmissions, err = s.submissionsNear(ctx, w, sub); err != nil {
		return t, err
	}
	if err := check(t.OtherSubmissions); err != nil {
		return t, err
	}
	return t, s.readTimesheetEntries(ctx, w, sub, &t)
}

// SubmittedEntries reads the entries that a submission locks, by the number of their line, oldest first. Errors:
// validation too_large.
func (s *Store) SubmittedEntries(ctx context.Context, w domain.ID,
	sub timesheets.Submission) (byLine map[int][]timelog.Entry, err error) {
	defer core.Wrap(&err, "SubmittedEntries", w, sub.ID)
	var t Timesheet
	if err := s.readTimesheetEntries(ctx, w, sub, &t); err != nil {
		return nil, err
	}
	byLine = map[int][]timelog.Entry{}
	for _, e := range t.Entries {
		if t.Locks.LockedBy(e) == sub.ID {
			byLine[e.Stamp.Line] = append(byLine[e.Stamp.Line], e)
		}
	}
	return byLine, nil
}

// readTimesheetEntries reads the entries of the period with their marks and locks.
func (s *Store) readTimesheetEntries(ctx context.Context, w domain.ID, sub timesheets.Submission, t *Timesheet) error {
	if err := s.walkTimesheetEntries(ctx, w, sub, t); err != nil {
		return err
	}
	locks, err := s.Records(ctx, w, core.Refs{Locks: timesheets.StampedSubmissionIDs(t.Entries...)})
	t.Locks = locks.Locks
	return err
}

func (s *Store) walkTimesheetEntries(ctx context.Context, w domain.ID, sub timesheets.Submission, t *Timesheet) error {
	period := timedb.EntryRange{User: sub.UserID, Span: timelog.Span{From: &sub.From, To: &sub.To}}.KeyRange(w)
	t.Marks = Marks{}
	at, size := map[domain.ID]int{}, 0
	return table.Walk(ctx, s.Table, period, func(e entryWithMark) error {
		i, again := at[e.ID]
		switch {
		case !again:
			at[e.ID] = len(t.Entries)
			t.Entries = append(t.Entries, e.Entry)
		case e.Version > t.Entries[i].Version: // it was moved during the read, or is the entry of a timer
			t.Entries[i] = e.Entry
		default:
			return nil
		}
		t.Marks[e.ID] = e.WriteMark
		size += e.ReportBytes()
		if len(t.Entries) > maxTimesheetEntries || size > s.MaxTimesheetBytes {
			return timesheets.ErrPeriodTooLarge
		}
		return nil
	})
}

// submissionsNear reads a user's submissions that could share days with the given
// one, also those that are being made.
func (s *Store) submissionsNear(ctx context.Context, w domain.ID,
	sub timesheets.Submission) ([]timesheets.Submission, error) {
	near := table.Range{
		Index: table.Base, Partition: key.TimePK(w, sub.UserID),
		From: key.SubmissionFromDay(sub.PeriodStart.AddDays(-timesheets.MaxSubmissionDays)),
		To:   key.SubmissionToDay(sub.PeriodEnd),
	}
	pointers, err := table.ReadAll[SubmissionPointer](ctx, s.Table, near)
	if err != nil {
		return nil, err
	}
	return s.submissionsByPointer(ctx, w, pointers)
}

// StampedEntries reads the next entries of the owner and the period of a submission that carry a stamp, of any
// submission and round, in the order of their starts, strongly consistent. It examines at most limit entries. after is
// where the call before ended, "" for the first; next is "" at the end.
func (s *Store) StampedEntries(
	ctx context.Context, w domain.ID, sub timesheets.Submission, after string, limit int,
) (found []StampedEntry, next string, err error) {
	defer core.Wrap(&err, "StampedEntries", w, sub.ID)
	r := timedb.StartTimeRange(table.ByLSK, key.TimePK(w, sub.UserID), &sub.From, &sub.To)
	r.Descending = false
	r.From = max(r.From, after)
	rows, more, err := s.Table.Query(ctx, r, nil, limit+1) // the first may be where the call before ended
	if err != nil {
		return nil, "", err
	}
	for _, it := range rows {
		e, err := table.Decode[timelog.Entry](it)
		if err != nil {
			return nil, "", err
		}
		position := key.StartLSK(e.StartedAt, e.ID)
		if position == after {
			continue
		}
		next = position
		if e.Stamp != nil && !e.Running() {
			found = append(found, StampedEntry{
				Entry: e, Position: position, Key: table.KeyOf(it), Moment: table.MomentOf(it),
			})
		}
	}
	if len(more) == 0 {
		next = ""
	}
	return found, next, nil
}

// StampedEntry is an entry that carries a stamp, its position in the order of the starts, and its row in the index of
// changes.
type StampedEntry struct {
	Entry    timelog.Entry
	Position string
	Key      table.Key
	Moment   string // of its own last change; see table.MomentOf
}
