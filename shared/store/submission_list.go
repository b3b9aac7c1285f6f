package store

import (
	"context"
	"slices"

	"stint/shared/domain"
)

// Period is the days on which listed submissions begin: [From, To). A bound
// that is "" is none.
type Period struct{ From, To domain.Date }

func (p Period) contains(first domain.Date) bool {
	return (p.From == "" || p.From <= first) && (p.To == "" || first < p.To)
}

// submissionPointer leads from its owner's time to a submission.
type submissionPointer struct {
	ID domain.ID `db:"id"`
}

// Submissions lists those of the whole workspace, the latest made first. A
// status of "" is any. The filter is optional. A page may be short, as there are
// some that are still being made.
func (s *Store) Submissions(ctx context.Context, w domain.ID, status domain.SubmissionStatus, in Period, p PageRequest, keep func(domain.Submission) bool) (Page[domain.Submission], error) {
	r := prefixRange(baseTable, workspacePK(w), submissionPrefix)
	if status != "" {
		r = prefixRange(byLSK, workspacePK(w), submissionOfStatusLSK(status, ""))
	}
	r.descending = true
	if keep == nil && in == (Period{}) { // no more is read than is shown
		page, err := list[domain.Submission](ctx, s, r, p, nil)
		page.Items = slices.DeleteFunc(page.Items, func(x domain.Submission) bool { return !x.Visible() })
		return page, err
	}
	return list(ctx, s, r, p, func(x domain.Submission) bool {
		return x.Visible() && in.contains(x.PeriodStart) && (keep == nil || keep(x))
	})
}

// SubmissionsOf lists one user's submissions, the latest period first. A page
// may be short, as with any filter.
func (s *Store) SubmissionsOf(ctx context.Context, w, u domain.ID, in Period, p PageRequest, keep func(domain.Submission) bool) (Page[domain.Submission], error) {
	r := prefixRange(baseTable, timePK(w, u), submissionPrefix)
	if in.From != "" {
		r.from = submissionPrefix + string(in.From)
	}
	if in.To != "" {
		r.to = submissionPrefix + string(in.To)
	}
	r.descending = true
	pointers, err := list[submissionPointer](ctx, s, r, p, nil)
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
	return page, nil
}

// submissionsByPointer reads the submissions that pointers lead to, in their order. What a
// pointer does not find is being removed.
func (s *Store) submissionsByPointer(ctx context.Context, w domain.ID, pointers []submissionPointer) ([]domain.Submission, error) {
	keys := make([]key, len(pointers))
	for i, pointer := range pointers {
		keys[i] = submissionKey(w, pointer.ID)
	}
	f, err := s.batchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	var all []domain.Submission
	for _, k := range keys {
		sub, ok, err := lookup[domain.Submission](f, k)
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, sub)
		}
	}
	return all, nil
}

// SubmissionEvents lists a submission's events, oldest first.
func (s *Store) SubmissionEvents(ctx context.Context, w, id domain.ID, p PageRequest) (Page[domain.SubmissionEvent], error) {
	return list[domain.SubmissionEvent](ctx, s, prefixRange(baseTable, submissionPK(w, id), eventPrefix), p, nil)
}
