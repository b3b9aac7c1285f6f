package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// ChangeContext is what decides how a viewer sees changed records, and the other records that
// are shown with them.
type ChangeContext struct {
	Projects    map[domain.ID]domain.ProjectAccess // with the viewer's membership; without deleted ones
	Sights      map[domain.ID]domain.ProjectSight
	Users       map[domain.ID]domain.User
	Inviters    map[domain.ID]domain.Member
	Locks       domain.Locks
	Submissions map[domain.ID]SubmissionDetails // without those that were changed since they were read
}

// ChangeContext reads the context of changed records, strongly consistent: one batch read
// for 100 records, and two more for open client links.
func (s *Store) ChangeContext(ctx context.Context, w, viewer domain.ID, all []Changed) (c ChangeContext, err error) {
	refs := changeRefs{w: w, viewer: viewer}
	for _, x := range all {
		refs.add(x)
	}
	found, err := s.table.BatchGetMarks(ctx, refs.keys()...)
	if err != nil {
		return c, err
	}
	if c, err = refs.context(found); err != nil {
		return c, err
	}
	c.Submissions, err = s.changedSubmissions(ctx, w, found, refs.submissions)
	return c, err
}

// changedSubmissions adds the lines and the decisions to submissions. It leaves out those
// that were changed since they were read.
func (s *Store) changedSubmissions(ctx context.Context, w domain.ID, found table.Items, subs []domain.Submission) (map[domain.ID]SubmissionDetails, error) {
	subs, err := s.withLostLinks(ctx, w, subs)
	if err != nil {
		return nil, err
	}
	all := make(map[domain.ID]SubmissionDetails, len(subs))
	for _, sub := range subs {
		d, ok, err := submissionDetails(found, w, sub)
		if err != nil {
			return nil, err
		}
		if ok {
			all[sub.ID] = d
		}
	}
	return all, nil
}

// submissionDetails takes the lines and the decisions of a submission from what was found. ok is
// false if they are those of another round.
func submissionDetails(found table.Items, w domain.ID, sub domain.Submission) (d SubmissionDetails, ok bool, err error) {
	lines, ok, err := table.Lookup[roundLines](found, linesKey(w, sub.ID, sub.Round))
	if err != nil || !ok || len(lines.Lines) != len(sub.Lines) {
		return d, false, err
	}
	d = SubmissionDetails{Submission: sub, Totals: lines.Lines, Events: map[int64]domain.SubmissionEvent{}}
	for _, l := range sub.Lines {
		if l.DecisionVersion == 0 {
			continue
		}
		if d.Events[l.DecisionVersion], _, err = table.Lookup[domain.SubmissionEvent](found, eventKey(w, sub.ID, l.DecisionVersion)); err != nil {
			return d, false, err
		}
	}
	return d, true, nil
}
