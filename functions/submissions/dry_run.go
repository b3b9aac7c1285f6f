package submissions

import (
	"context"

	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// dryRunInput is the query of a request that submits time.
type dryRunInput struct {
	DryRun wire.Optional[bool] `query:"dryRun"` // True shows what would be submitted. Default false.
	// Submits only what a dry run with this content_digest showed.
	ContentDigest wire.Optional[string] `query:"contentDigest" minLength:"64" maxLength:"64"`
}

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
		if how.isDryRun {
			return checkLeases(unfinished, r.Now)
		}
		return f.abandonRounds(ctx, r, unfinished)
	}
}
