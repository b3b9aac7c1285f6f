package store

import (
	"context"
	"strings"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/problem"
)

// A submission is a head with all that can change, and beside it, in a
// partition of its own, what never does: the totals of its lines, its events
// and its links to clients. So every decision is one small write.

// ErrSubmissionChanged is what the loser of a race for a submission is told.
var ErrSubmissionChanged = problem.Clash("The submission was changed meanwhile. Read it again.")

// Dossier is a submission with what belongs to it.
type Dossier struct {
	domain.Submission
	Totals []domain.Line                    // in the order of the submission's lines
	Events map[int64]domain.SubmissionEvent // by version
}

// lineTotals is the record of the lines of a round.
type lineTotals struct {
	Round int           `db:"round"`
	Lines []domain.Line `db:"lines"`
}

// Submission reads a submission's head. Errors: not_found, also for one that is
// still being made.
func (s *Store) Submission(ctx context.Context, w, id domain.ID) (domain.Submission, error) {
	head, err := mustGet[domain.Submission](ctx, s, submissionKey(w, id))
	if err == nil && !head.Visible() {
		err = problem.Missing()
	}
	return head, err
}

// dossierTries bounds how often a submission is read anew because it was
// resubmitted in between.
const dossierTries = 5

// Dossier reads a submission with its lines and events, in one round. Errors:
// not_found, also for one that is still being made.
func (s *Store) Dossier(ctx context.Context, w, id domain.ID) (d Dossier, err error) {
	for range dossierTries {
		var whole bool
		if d, whole, err = s.dossier(ctx, w, id); err != nil || whole {
			return d, err
		}
	}
	return d, ErrSubmissionChanged
}

// dossier is one try; it is not whole when a round came between its two reads.
func (s *Store) dossier(ctx context.Context, w, id domain.ID) (d Dossier, whole bool, err error) {
	d.Events = map[int64]domain.SubmissionEvent{}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		d.Submission, err = s.Submission(ctx, w, id)
		return err
	})
	var totals lineTotals
	group.Go(func() error {
		sheet := walk{index: base, partition: sheetPK(w, id), from: eventPrefix, to: "LINES#~"}
		return s.eachItem(ctx, sheet, func(it item) (err error) {
			if strings.HasPrefix(textOf(it, attrSK), eventPrefix) {
				e, err := decode[domain.SubmissionEvent](it)
				d.Events[e.Version] = e
				return err
			}
			totals, err = decode[lineTotals](it)
			return err
		})
	})
	if err := group.Wait(); err != nil {
		return d, false, err
	}
	d.Totals = totals.Lines
	_, told := d.Events[d.Version]
	return d, told && totals.Round == d.Round, nil
}

// ChangeSubmission writes a submission over the one that was read, with the
// event that tells of it. Its claims stay: a round that is being made meanwhile
// fails. Errors: conflict when it was changed meanwhile.
func (s *Store) ChangeSubmission(ctx context.Context, w domain.ID, was, now domain.Submission, e domain.SubmissionEvent) error {
	return s.commit(ctx, changing(w, was, now, e)...)
}

// changing are the writes of ChangeSubmission.
func changing(w domain.ID, was, now domain.Submission, e domain.SubmissionEvent) []action {
	return []action{
		amend(headItem(w, now), was.Version, "withdrawn", "lines", "build", "reopens", "links", attrLSK).or(ErrSubmissionChanged),
		create(encode(eventKey(w, now.ID, e.Version), e)).or(ErrSubmissionChanged),
	}
}

// headItem is a submission's head; one that is being made for the first time is
// in no index.
func headItem(w domain.ID, sub domain.Submission) item {
	it := encode(submissionKey(w, sub.ID), sub)
	if !sub.Visible() {
		return it
	}
	return sorted(it, submissionOfStatusLSK(sub.Status(), sub.ID))
}
