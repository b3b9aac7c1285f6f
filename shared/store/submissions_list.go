package store

import (
	"context"
	"slices"

	"stint/shared/domain"
)

// Period is the days on which listed submissions begin: [From, To). A bound
// that is "" is none.
type Period struct{ From, To domain.Date }

func (p Period) has(first domain.Date) bool {
	return (p.From == "" || p.From <= first) && (p.To == "" || first < p.To)
}

// submissionPointer leads from its owner's time to a submission.
type submissionPointer struct {
	ID domain.ID `db:"id"`
}

// Submissions lists those of the whole workspace, the latest made first. A
// status of "" is any. The filter is optional. A page may be short, as there are
// some that are still being made.
func (s *Store) Submissions(ctx context.Context, w domain.ID, status domain.SubmissionStatus, in Period, p Page, keep func(domain.Submission) bool) (Listed[domain.Submission], error) {
	way := under(base, workspacePK(w), submissionPrefix)
	if status != "" {
		way = under(byLSK, workspacePK(w), submissionOfStatusLSK(status, ""))
	}
	way.newest = true
	if keep == nil && in == (Period{}) { // no more is read than is shown
		page, err := list[domain.Submission](ctx, s, way, p, nil)
		page.Items = slices.DeleteFunc(page.Items, func(x domain.Submission) bool { return !x.Visible() })
		return page, err
	}
	return list(ctx, s, way, p, func(x domain.Submission) bool {
		return x.Visible() && in.has(x.PeriodStart) && (keep == nil || keep(x))
	})
}

// SubmissionsOf lists one user's submissions, the latest period first. A page
// may be short, as with any filter.
func (s *Store) SubmissionsOf(ctx context.Context, w, u domain.ID, in Period, p Page, keep func(domain.Submission) bool) (Listed[domain.Submission], error) {
	way := under(base, timePK(w, u), submissionPrefix)
	if in.From != "" {
		way.from = submissionPrefix + string(in.From)
	}
	if in.To != "" {
		way.to = submissionPrefix + string(in.To)
	}
	way.newest = true
	pointers, err := list[submissionPointer](ctx, s, way, p, nil)
	if err != nil {
		return Listed[domain.Submission]{}, err
	}
	heads, err := s.heads(ctx, w, pointers.Items)
	if err != nil {
		return Listed[domain.Submission]{}, err
	}
	page := Listed[domain.Submission]{Items: []domain.Submission{}, Next: pointers.Next}
	for _, head := range heads {
		if head.Visible() && (keep == nil || keep(head)) {
			page.Items = append(page.Items, head)
		}
	}
	return page, nil
}

// heads reads the submissions that pointers lead to, in their order. What a
// pointer does not find is being removed.
func (s *Store) heads(ctx context.Context, w domain.ID, pointers []submissionPointer) ([]domain.Submission, error) {
	keys := make([]key, len(pointers))
	for i, pointer := range pointers {
		keys[i] = submissionKey(w, pointer.ID)
	}
	f, err := s.batch(ctx, keys...)
	if err != nil {
		return nil, err
	}
	var all []domain.Submission
	for _, k := range keys {
		head, ok, err := one[domain.Submission](f, k)
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, head)
		}
	}
	return all, nil
}

// SubmissionEvents lists a submission's events, oldest first.
func (s *Store) SubmissionEvents(ctx context.Context, w, id domain.ID, p Page) (Listed[domain.SubmissionEvent], error) {
	return list[domain.SubmissionEvent](ctx, s, under(base, sheetPK(w, id), eventPrefix), p, nil)
}
