package timesheetdb

import (
	"context"
	"strings"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/timesheets"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// The item of a submission holds all that can change, such as its
// decisions. The totals of its lines, its events and its client links never
// change; they have a partition of their own. So every decision is one small
// write.

// ErrSubmissionChanged is the error of a write whose submission is not as it was
// read.
var ErrSubmissionChanged = problem.Conflict(problem.WriteRace,
	"The submission was changed by another request. Read it again.")

// SubmissionDetails is a submission with its line totals and events.
type SubmissionDetails struct {
	timesheets.Submission
	Totals []timesheets.Line                    // in the order of the submission's lines
	Events map[int64]timesheets.SubmissionEvent // by version
}

// TotalsByLine are the line totals by the numbers of their lines.
func (d SubmissionDetails) TotalsByLine() map[int]timesheets.Line {
	totals := make(map[int]timesheets.Line, len(d.Totals))
	for _, l := range d.Totals {
		totals[l.Number] = l
	}
	return totals
}

// EntryCount is how many entries the lines have.
func (d SubmissionDetails) EntryCount() (n int) {
	for _, l := range d.Totals {
		n += l.Entries
	}
	return n
}

// RoundLines are the lines of a round.
type RoundLines struct {
	Round int               `db:"round"`
	Lines []timesheets.Line `db:"lines"`
}

// Submission reads a submission. Errors: not_found, also for one whose first
// round is still being made.
func (s *Store) Submission(ctx context.Context, w, id domain.ID) (_ timesheets.Submission, err error) {
	defer core.Wrap(&err, "Submission", w, id)
	sub, err := table.GetExisting[timesheets.Submission](ctx, s.Table, key.Submission(w, id))
	if err == nil && !sub.Visible() {
		err = problem.NotFound()
	}
	if err != nil {
		return sub, err
	}
	marked, err := s.WithLostLinks(ctx, w, []timesheets.Submission{sub})
	if err != nil {
		return sub, err
	}
	return marked[0], nil
}

// maxDetailsTries bounds the tries to read a submission that is resubmitted
// between two reads.
const maxDetailsTries = 5

// SubmissionDetails reads a submission with its lines and events, with two
// parallel reads. Errors: not_found, also for one that is still being made.
func (s *Store) SubmissionDetails(ctx context.Context, w, id domain.ID) (d SubmissionDetails, err error) {
	defer core.Wrap(&err, "SubmissionDetails", w, id)
	err = retry.Do(ctx, retry.Policy{Tries: maxDetailsTries}, func() (again bool, err error) {
		var complete bool
		if d, complete, err = s.readSubmissionDetails(ctx, w, id); err != nil || complete {
			return false, err
		}
		return true, ErrSubmissionChanged
	})
	return d, err
}

// readSubmissionDetails reads a submission with two parallel reads. complete is
// false when the submission was changed between the two.
func (s *Store) readSubmissionDetails(
	ctx context.Context, w, id domain.ID,
) (d SubmissionDetails, complete bool, err error) {
	d.Events = map[int64]timesheets.SubmissionEvent{}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		d.Submission, err = s.Submission(ctx, w, id)
		return err
	})
	var totals RoundLines
	group.Go(func() error {
		r := table.Range{Index: table.Base, Partition: key.SubmissionPK(w, id), From: key.EventPrefix,
			To: table.PrefixEnd(key.LinesPrefix)}
		return s.Table.WalkItems(ctx, r, func(it table.Row) (err error) {
			if strings.HasPrefix(table.StringAttribute(it, dynamo.AttrSK), key.EventPrefix) {
				e, err := table.Decode[timesheets.SubmissionEvent](it)
				d.Events[e.Version] = e
				return err
			}
			totals, err = table.Decode[RoundLines](it)
			return err
		})
	})
	if err := group.Wait(); err != nil {
		return d, false, err
	}
	d.Totals = totals.Lines
	_, hasEvent := d.Events[d.Version]
	return d, hasEvent && totals.Round == d.Round, nil
}

// ChangeSubmission writes a submission in place of the one that was read, with
// its event. It leaves the stamps of the entries as they are. A round that is
// being made at the same time fails. Errors: conflict when the submission was
// changed concurrently.
func (s *Store) ChangeSubmission(
	ctx context.Context, w domain.ID, was, now timesheets.Submission, e timesheets.SubmissionEvent,
) (err error) {
	defer core.Wrap(&err, "ChangeSubmission", w, was.ID, e.ID)
	told := append(s.AuditActions(ctx, w, audit.SubmissionChange(now, e, nil)), s.submissionMails(w, now, e, nil)...)
	return s.Table.Commit(ctx, append(submissionChangeActions(w, was, now, e), told...)...)
}

// submissionChangeActions are the writes of ChangeSubmission.
func submissionChangeActions(w domain.ID, was, now timesheets.Submission, e timesheets.SubmissionEvent) []table.Action {
	written := core.Attributes[timesheets.Submission]("Withdrawn", "Lines", "RoundInProgress", "Reopens", "Links",
		"Clients", "UpdatedAt")
	return []table.Action{
		table.UpdateAttributes(submissionItem(w, now), was.Version,
			append(written, dynamo.AttrLSK)...).Or(ErrSubmissionChanged),
		eventAction(w, now.ID, e),
	}
}

// submissionItem is the item of a submission. It is in no index while its first
// round is being made.
func submissionItem(w domain.ID, sub timesheets.Submission) table.Item {
	it := table.Encode(key.Submission(w, sub.ID), sub)
	if !sub.Visible() {
		return it
	}
	return table.WithLSK(it, key.SubmissionOfStatusLSK(sub.Status(), sub.ID))
}

// submissionMails queues the mails that an event of a submission causes. It belongs into the
// transaction of the event.
func (s *Store) submissionMails(
	w domain.ID, now timesheets.Submission, e timesheets.SubmissionEvent, link *timesheets.ClientLink,
) []table.Action {
	var actions []table.Action
	for _, mail := range timesheets.SubmissionMails(w, now, e, link) {
		actions = append(actions, core.Enqueue(mail, s.Instant()))
	}
	return actions
}
