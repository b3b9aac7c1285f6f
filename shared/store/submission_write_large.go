package store

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// A sheet that does not fit one transaction is made under a head that nobody
// sees: first the head says that a round is being made, then the entries are
// claimed for it in chunks, and one last write makes it count. Until then the
// claims lock nothing, and whoever finds the maker's lease over may set the
// round aside, so that the last write fails.

// maxParallelClaims is how many chunks of claims are written side by side.
const maxParallelClaims = 4

// abandonGrace is how long after the end of a lease the worker looks whether the
// round was made.
const abandonGrace = domain.RoundLease

// submitLarge is Submit for many claims.
func (s *Store) submitLarge(ctx context.Context, w domain.ID, x SubmissionWrite) error {
	begun, err := s.beginRound(ctx, w, x)
	if err != nil {
		return err
	}
	if err = s.claimAll(ctx, w, x.Round.Claims); err == nil {
		err = s.finishRound(ctx, w, x)
	}
	if err == nil || !isKnownFailure(err) {
		return err // what is not known to have failed may have been done
	}
	if abandonErr := s.AbandonRound(ctx, w, begun); abandonErr != nil && !errors.Is(abandonErr, ErrRoundOver) {
		return abandonErr
	}
	return err
}

// isKnownFailure reports whether a write is known not to have happened.
func isKnownFailure(err error) bool {
	return problem.Is(err, problem.CodeConflict) || errors.Is(err, domain.ErrReplayExists)
}

// beginRound makes the head say that a round is being made, and leaves word for
// the worker, should the maker die.
func (s *Store) beginRound(ctx context.Context, w domain.ID, x SubmissionWrite) (domain.Submission, error) {
	now := s.instant()
	sub := x.Round.Submission // as it would be; of a new one nothing else is known
	if x.Was != nil {
		sub = *x.Was
	} else {
		sub.Lines, sub.NextLineNumber, sub.Version = nil, 0, 0
	}
	sub.LastStartedRound = x.Now.LastStartedRound
	sub.RoundInProgress = &domain.RoundInProgress{Round: x.Now.Round, LeaseUntil: now.Plus(domain.RoundLease)}
	abandon := enqueue(domain.Work{
		ID: domain.NewID(), Kind: domain.WorkAbandonRound, WorkspaceID: w, UserID: sub.UserID,
		TargetID: sub.ID, Round: x.Now.Round, CreatedAt: now,
	}, sub.RoundInProgress.LeaseUntil.Plus(abandonGrace))
	it := submissionItem(w, sub)
	if x.Was == nil {
		return sub, s.table.Commit(ctx, table.Create(it).Or(ErrSubmissionChanged), table.Create(submissionPointerItem(w, sub)), raiseOverlapGuard(w, sub.UserID, x.Guard), abandon)
	}
	begin := table.UpdateAttributesUnversioned(it, "build", "tried").Provided(table.AtVersion(x.Was.Version)).Provided(noNewerRound(*x.Was))
	return sub, s.table.Commit(ctx, begin.Or(ErrSubmissionChanged), abandon)
}

// claimAll claims the entries in chunks.
func (s *Store) claimAll(ctx context.Context, w domain.ID, all []domain.Claim) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxParallelClaims)
	for chunk := range slices.Chunk(all, table.MaxActions) {
		group.Go(func() error { return s.table.Commit(ctx, claimActions(w, chunk)...) })
	}
	return group.Wait()
}

// finishRound makes the round count, unless it was set aside.
func (s *Store) finishRound(ctx context.Context, w domain.ID, x SubmissionWrite) error {
	was := int64(0)
	if x.Was != nil {
		was = x.Was.Version
	}
	mine := expression.Name("build.r").Equal(expression.Value(x.Now.Round))
	actions := append(s.rememberActions(x.Remember), table.Replace(submissionItem(w, x.Now), was).Provided(mine).Or(errRoundAbandoned))
	return s.table.Commit(ctx, append(actions, x.roundActions(w)...)...)
}

// ErrRoundOver: the round was finished or set aside meanwhile.
var ErrRoundOver = problem.Conflict("The submission was made or set aside meanwhile. Try again.")

// AbandonRound gives up a round that is being made, by a maker who failed or whose
// lease is over, so that it never counts. A submission that was never made
// whole is gone then. Errors: ErrRoundOver when it is not in that round any more.
func (s *Store) AbandonRound(ctx context.Context, w domain.ID, sub domain.Submission) error {
	if sub.RoundInProgress == nil {
		return nil
	}
	same := expression.And(
		expression.Name("build.r").Equal(expression.Value(sub.RoundInProgress.Round)),
		table.AtVersion(sub.Version),
	)
	k := submissionKey(w, sub.ID)
	if sub.Visible() {
		return s.table.Commit(ctx, table.Update(k, expression.Remove(expression.Name("build"))).Provided(same).Or(ErrRoundOver))
	}
	return s.table.Commit(ctx,
		table.Delete(k).Provided(same).Or(ErrRoundOver),
		table.Delete(submissionPointerKey(w, sub.UserID, sub.PeriodStart, sub.ID)),
	)
}

// AbandonExpiredRound sets a round aside whose lease is over; one that is over is fine.
// Errors: conflict while the lease runs.
func (s *Store) AbandonExpiredRound(ctx context.Context, w, id domain.ID, round int) error {
	sub, ok, err := table.Get[domain.Submission](ctx, s.table, submissionKey(w, id))
	if err != nil || !ok || sub.RoundInProgress == nil || sub.RoundInProgress.Round != round {
		return err
	}
	if s.instant().Before(sub.RoundInProgress.LeaseUntil.Time) {
		return domain.ErrSubmitting
	}
	if err = s.AbandonRound(ctx, w, sub); errors.Is(err, ErrRoundOver) {
		return nil
	}
	return err
}
