package store

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/problem"
)

// A sheet that does not fit one transaction is made under a head that nobody
// sees: first the head says that a round is being made, then the entries are
// claimed for it in chunks, and one last write makes it count. Until then the
// claims lock nothing, and whoever finds the maker's lease over may set the
// round aside, so that the last write fails.

// claimsAtOnce is how many chunks of claims are written side by side.
const claimsAtOnce = 4

// undoGrace is how long after the end of a lease the worker looks whether the
// round was made.
const undoGrace = domain.BuildLease

// submitLarge is Submit for many claims.
func (s *Store) submitLarge(ctx context.Context, w domain.ID, x Submit) error {
	begun, err := s.beginRound(ctx, w, x)
	if err != nil {
		return err
	}
	if err = s.claimAll(ctx, w, x.Sheet.Claims); err == nil {
		err = s.finishRound(ctx, w, x)
	}
	if err == nil || !known(err) {
		return err // what is not known to have failed may have been done
	}
	if aside := s.SetAside(ctx, w, begun); aside != nil && !errors.Is(aside, ErrRoundOver) {
		return aside
	}
	return err
}

// known reports whether a write is known not to have happened.
func known(err error) bool {
	return problem.Is(err, problem.Conflict) || errors.Is(err, domain.ErrRemembered)
}

// beginRound makes the head say that a round is being made, and leaves word for
// the worker, should the maker die.
func (s *Store) beginRound(ctx context.Context, w domain.ID, x Submit) (domain.Submission, error) {
	now := s.instant()
	head := x.Sheet.Submission // as it would be; of a new one nothing else is known
	if x.Was != nil {
		head = *x.Was
	} else {
		head.Lines, head.NextLine, head.Version = nil, 0, 0
	}
	head.Tried = x.Now.Tried
	head.Building = &domain.Building{Round: x.Now.Round, Until: now.Plus(domain.BuildLease)}
	undo := queued(domain.Work{
		ID: domain.NewID(), Kind: domain.WorkUndoRound, WorkspaceID: w, UserID: head.UserID,
		TargetID: head.ID, Round: x.Now.Round, CreatedAt: now,
	}, head.Building.Until.Plus(undoGrace))
	it := headItem(w, head)
	if x.Was == nil {
		return head, s.commit(ctx, create(it).or(errOverwrite), create(pointerOf(w, head)), guardAction(w, head.UserID, x.Guard), undo)
	}
	begin := amendUnversioned(it, "build", "tried").provided(atVersion(x.Was.Version)).provided(sameTried(*x.Was))
	return head, s.commit(ctx, begin.or(errOverwrite), undo)
}

// claimAll claims the entries in chunks.
func (s *Store) claimAll(ctx context.Context, w domain.ID, all []domain.Claim) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(claimsAtOnce)
	for chunk := range slices.Chunk(all, maxActions) {
		group.Go(func() error { return s.commit(ctx, claims(w, chunk)...) })
	}
	return group.Wait()
}

// finishRound makes the round count, unless it was set aside.
func (s *Store) finishRound(ctx context.Context, w domain.ID, x Submit) error {
	was := int64(0)
	if x.Was != nil {
		was = x.Was.Version
	}
	mine := expression.Name("build.r").Equal(expression.Value(x.Now.Round))
	actions := append(s.remembering(x.Remember), replace(headItem(w, x.Now), was).provided(mine).or(errSetAside))
	return s.commit(ctx, append(actions, x.rest(w)...)...)
}

// ErrRoundOver: the round was finished or set aside meanwhile.
var ErrRoundOver = problem.Clash("The submission was made or set aside meanwhile. Try again.")

// SetAside gives up a round that is being made, by a maker who failed or whose
// lease is over, so that it never counts. A submission that was never made
// whole is gone then. Errors: ErrRoundOver when it is not in that round any more.
func (s *Store) SetAside(ctx context.Context, w domain.ID, sub domain.Submission) error {
	if sub.Building == nil {
		return nil
	}
	same := expression.And(
		expression.Name("build.r").Equal(expression.Value(sub.Building.Round)),
		atVersion(sub.Version),
	)
	k := submissionKey(w, sub.ID)
	if sub.Visible() {
		return s.commit(ctx, change(k, expression.Remove(expression.Name("build"))).provided(same).or(ErrRoundOver))
	}
	return s.commit(ctx,
		erase(k).provided(same).or(ErrRoundOver),
		erase(submissionPointerKey(w, sub.UserID, sub.PeriodStart, sub.ID)),
	)
}

// UndoRound sets a round aside whose lease is over; one that is over is fine.
// Errors: conflict while the lease runs.
func (s *Store) UndoRound(ctx context.Context, w, id domain.ID, round int) error {
	head, ok, err := get[domain.Submission](ctx, s, submissionKey(w, id))
	if err != nil || !ok || head.Building == nil || head.Building.Round != round {
		return err
	}
	if s.instant().Before(head.Building.Until.Time) {
		return domain.ErrSubmitting
	}
	if err = s.SetAside(ctx, w, head); errors.Is(err, ErrRoundOver) {
		return nil
	}
	return err
}
