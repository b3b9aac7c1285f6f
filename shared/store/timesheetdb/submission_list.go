package timesheetdb

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/timesheets"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/timedb"
	"stint/shared/table"
)

// Period is the days on which listed submissions begin: [From, To). A bound that
// is "" is none.
type Period struct{ From, To domain.Date }

func (p Period) contains(first domain.Date) bool {
	return (p.From == "" || p.From <= first) && (p.To == "" || first < p.To)
}

// SubmissionPointer leads from the submitter's partition to a submission.
type SubmissionPointer struct {
	ID domain.ID `db:"id"`
}

// Submissions lists the submissions of a workspace, newest first. A status of ""
// is any. The filter keep is optional. A page may be short, because it leaves out
// submissions that are still being made.
func (s *Store) Submissions(ctx context.Context, w domain.ID, status timesheets.SubmissionStatus, in Period,
	p table.PageRequest, keep func(timesheets.Submission) bool) (_ table.Page[timesheets.Submission], err error) {
	defer core.Wrap(&err, "Submissions", w)
	r := table.PrefixRange(table.Base, key.WorkspacePK(w), key.SubmissionPrefix)
	if status != "" {
		r = table.PrefixRange(table.ByLSK, key.WorkspacePK(w), key.SubmissionOfStatusLSK(status, ""))
	}
	r.Descending = true
	if keep == nil && in == (Period{}) { // without a filter no more is read than the page shows
		page, err := table.List[timesheets.Submission](ctx, s.Table, r, p, nil)
		page.Items = slices.DeleteFunc(page.Items, func(x timesheets.Submission) bool { return !x.Visible() })
		return s.pageWithLostLinks(ctx, w, page, err)
	}
	page, err := table.List(ctx, s.Table, r, p, func(x timesheets.Submission) bool {
		return x.Visible() && in.contains(x.PeriodStart) && (keep == nil || keep(x))
	})
	return s.pageWithLostLinks(ctx, w, page, err)
}

func (s *Store) pageWithLostLinks(
	ctx context.Context, w domain.ID, page table.Page[timesheets.Submission], err error,
) (table.Page[timesheets.Submission], error) {
	if err == nil {
		page.Items, err = s.WithLostLinks(ctx, w, page.Items)
	}
	return page, err
}

// SubmissionsOf lists one user's submissions, the latest period first. A page may
// be short, because it is filtered after reading.
func (s *Store) SubmissionsOf(
	ctx context.Context, w, u domain.ID, in Period, p table.PageRequest, keep func(timesheets.Submission) bool,
) (_ table.Page[timesheets.Submission], err error) {
	defer core.Wrap(&err, "SubmissionsOf", w, u)
	r := table.PrefixRange(table.Base, key.TimePK(w, u), key.SubmissionPrefix)
	if in.From != "" {
		r.From = key.SubmissionFromDay(in.From)
	}
	if in.To != "" {
		r.To = key.SubmissionFromDay(in.To)
	}
	r.Descending = true
	pointers, err := table.List[SubmissionPointer](ctx, s.Table, r, p, nil)
	if err != nil {
		return table.Page[timesheets.Submission]{}, err
	}
	subs, err := s.submissionsByPointer(ctx, w, pointers.Items)
	if err != nil {
		return table.Page[timesheets.Submission]{}, err
	}
	page := table.Page[timesheets.Submission]{Items: []timesheets.Submission{}, Next: pointers.Next}
	for _, sub := range subs {
		if sub.Visible() && (keep == nil || keep(sub)) {
			page.Items = append(page.Items, sub)
		}
	}
	return s.pageWithLostLinks(ctx, w, page, nil)
}

// submissionsByPointer reads the submissions that pointers lead to, in their
// order. It leaves out missing ones, which are being removed.
func (s *Store) submissionsByPointer(
	ctx context.Context, w domain.ID, pointers []SubmissionPointer,
) ([]timesheets.Submission, error) {
	keys := make([]table.Key, len(pointers))
	for i, pointer := range pointers {
		keys[i] = key.Submission(w, pointer.ID)
	}
	return table.GetPresent[timesheets.Submission](ctx, s.Table, keys)
}

// SubmissionEvents lists the events of a submission, oldest first.
func (s *Store) SubmissionEvents(
	ctx context.Context, w, id domain.ID, p table.PageRequest,
) (_ table.Page[timesheets.SubmissionEvent], err error) {
	defer core.Wrap(&err, "SubmissionEvents", w, id)
	return table.List[timesheets.SubmissionEvent](ctx, s.Table,
		table.PrefixRange(table.Base, key.SubmissionPK(w, id), key.EventPrefix), p, nil)
}

// SubmissionsAround are the submissions of a user that could share a day with one of
// them, which may be among them, and the user's overlap guard as it was before.
type SubmissionsAround struct {
	Guard  int64
	Others []timesheets.Submission
}

// SubmissionsAround reads the overlap guard first, so that a submission that is made
// during the read makes the write fail.
func (s *Store) SubmissionsAround(
	ctx context.Context, w domain.ID, sub timesheets.Submission,
) (a SubmissionsAround, err error) {
	defer core.Wrap(&err, "SubmissionsAround", w, sub.ID)
	records, err := s.Records(ctx, w, core.Refs{Guards: []domain.ID{sub.UserID}})
	if err != nil {
		return a, err
	}
	a.Guard = records.Guards[sub.UserID]
	a.Others, err = s.submissionsNear(ctx, w, sub)
	return a, err
}

// ReopenSubmission is ChangeSubmission for one that becomes open again. It raises the
// overlap guard, as every new submission does. So of two that share a day, one fails.
// Errors: as ChangeSubmission; ErrOverlapGuard when the guard was raised since it was
// read.
func (s *Store) ReopenSubmission(
	ctx context.Context, w domain.ID, was, now timesheets.Submission, e timesheets.SubmissionEvent, guard int64,
) (err error) {
	defer core.Wrap(&err, "ReopenSubmission", w, was.ID, e.ID)
	actions := append(submissionChangeActions(w, was, now, e), timedb.RaiseOverlapGuard(w, was.UserID, guard))
	return s.Table.Commit(ctx, append(actions, s.AuditActions(ctx, w, audit.SubmissionChange(now, e, nil))...)...)
}
