package submissions

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/route"
)

// errOtherContent refuses to submit something else than a dry run showed.
var errOtherContent = problem.Conflict(problem.VersionStale,
	"The time of the period, or the submission, is not what the dry run with this contentDigest showed.")

// checkContent compares a round with the content that the request names. Errors: conflict.
func (how composing) checkContent(r timesheets.SubmissionRound) error {
	if how.digest != "" && how.digest != r.Digest() {
		return errOtherContent
	}
	return nil
}

// releaser releases entries from unfinished rounds that have claimed them. Errors: conflict while the lease of one of
// them runs.
type releaser func(ctx context.Context, unfinished []timesheets.Submission) error

// releaserOf gives up unfinished rounds; in a dry run it leaves them as they are.
func (f *Family) releaserOf(r *route.Request, how composing) releaser {
	return func(ctx context.Context, unfinished []timesheets.Submission) error {
		if !how.isDryRun {
			return f.abandonRounds(ctx, r, unfinished)
		}
		if slices.ContainsFunc(unfinished, func(s timesheets.Submission) bool { return s.IsBeingMade(r.Now) }) {
			return timesheets.ErrBeingMade
		}
		return nil
	}
}

// ifMatch makes a transition only of the version that If-Match names. versionOf is the version of what the path names.
func ifMatch(r *route.Request, versionOf func(submission) int64, change transition) transition {
	return func(s submission, by timesheets.Actor,
		now domain.Instant) (timesheets.Submission, *timesheets.SubmissionEvent, error) {
		if err := r.CheckIfMatch(versionOf(s)); err != nil {
			return s.Submission, nil, err
		}
		return change(s, by, now)
	}
}
