package store

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/table"
)

// Period is the days on which listed submissions begin: [From, To). A bound that
// is "" is none.
type Period struct{ From, To domain.Date }

func (p Period) contains(first domain.Date) bool {
	return (p.From == "" || p.From <= first) && (p.To == "" || first < p.To)
}

// submissionPointer leads from the submitter's partition to a submission.
type submissionPointer struct {
	ID domain.ID `db:"id"`
}

// Submissions lists the submissions of a workspace, newest first. A status of ""
// is any. The filter keep is optional. A page may be short, because it leaves out
// submissions that are still being made.
func (s *Store) Submissions(ctx context.Context, w domain.ID, status domain.SubmissionStatus, in Period, p PageRequest, keep func(domain.Submission) bool) (_ Page[domain.Submission], err error) {
	defer wrap(&err, "Submissions", w)
	r := table.PrefixRange(table.Base, workspacePK(w), submissionPrefix)
	if status != "" {
		r = table.PrefixRange(table.ByLSK, workspacePK(w), submissionOfStatusLSK(status, ""))
	}
	r.Descending = true
	if keep == nil && in == (Period{}) { // without a filter no more is read than the page shows
		page, err := table.List[domain.Submission](ctx, s.table, r, p, nil)
		page.Items = slices.DeleteFunc(page.Items, func(x domain.Submission) bool { return !x.Visible() })
		return s.pageWithLostLinks(ctx, w, page, err)
	}
	page, err := table.List(ctx, s.table, r, p, func(x domain.Submission) bool {
		return x.Visible() && in.contains(x.PeriodStart) && (keep == nil || keep(x))
	})
	return s.pageWithLostLinks(ctx, w, page, err)
}

func (s *Store) pageWithLostLinks(ctx context.Context, w domain.ID, page Page[domain.Submission], err error) (Page[domain.Submission], error) {
	if err == nil {
		page.Items, err = s.withLostLinks(ctx, w, page.Items)
	}
	return page, err
}

// SubmissionsOf lists one user's submissions, the latest period first. A page may
// be short, because it is filtered after reading.
func (s *Store) SubmissionsOf(ctx context.Context, w, u domain.ID, in Period, p PageRequest, keep func(domain.Submission) bool) (_ Page[domain.Submission], err error) {
	defer wrap(&err, "SubmissionsOf", w, u)
	r := table.PrefixRange(table.Base, timePK(w, u), submissionPrefix)
	if in.From != "" {
		r.From = submissionFromDay(in.From)
	}
	if in.To != "" {
		r.To = submissionFromDay(in.To)
	}
	r.Descending = true
	pointers, err := table.List[submissionPointer](ctx, s.table, r, p, nil)
	if err != nil {
		return Page[domain.Submission]{}, err
	}
	subs, err := s.submissionsByPointer(ctx, w, pointers.Items)
	if err != nil {
		return Page[domain.Submission]{}, err
	}
	page := Page[domain.Submission]{Items: []domain.Submission{}, Next: pointers.Next}
	for _, sub := range subs {
		if sub.Visible() && (keep == nil || keep(sub)) {
			page.Items = append(page.Items, sub)
		}
	}
	return s.pageWithLostLinks(ctx, w, page, nil)
}

// submissionsByPointer reads the submissions that pointers lead to, in their
// order. It leaves out missing ones, which are being removed.
func (s *Store) submissionsByPointer(ctx context.Context, w domain.ID, pointers []submissionPointer) ([]domain.Submission, error) {
	keys := make([]table.Key, len(pointers))
	for i, pointer := range pointers {
		keys[i] = submissionKey(w, pointer.ID)
	}
	f, err := s.table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	var all []domain.Submission
	for _, k := range keys {
		sub, ok, err := table.Lookup[domain.Submission](f, k)
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, sub)
		}
	}
	return all, nil
}

// SubmissionEvents lists the events of a submission, oldest first.
func (s *Store) SubmissionEvents(ctx context.Context, w, id domain.ID, p PageRequest) (_ Page[domain.SubmissionEvent], err error) {
	defer wrap(&err, "SubmissionEvents", w, id)
	return table.List[domain.SubmissionEvent](ctx, s.table, table.PrefixRange(table.Base, submissionPK(w, id), eventPrefix), p, nil)
}

// SubmissionsAround are the submissions of a user that could share a day with one of
// them, which may be among them, and the user's overlap guard as it was before.
type SubmissionsAround struct {
	Guard  int64
	Others []domain.Submission
}

// SubmissionsAround reads the overlap guard first, so that a submission that is made
// during the read makes the write fail.
func (s *Store) SubmissionsAround(ctx context.Context, w domain.ID, sub domain.Submission) (a SubmissionsAround, err error) {
	defer wrap(&err, "SubmissionsAround", w, sub.ID)
	records, err := s.Records(ctx, w, Refs{Guards: []domain.ID{sub.UserID}})
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
func (s *Store) ReopenSubmission(ctx context.Context, w domain.ID, was, now domain.Submission, e domain.SubmissionEvent, guard int64) (err error) {
	defer wrap(&err, "ReopenSubmission", w, was.ID, e.ID)
	actions := append(submissionChangeActions(w, was, now, e), raiseOverlapGuard(w, was.UserID, guard))
	return s.table.Commit(ctx, append(actions, s.auditActions(ctx, w, domain.AuditSubmissionChange(now, e, nil))...)...)
}
