package timesheetdb

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/timedb"
	"stint/shared/table"
)

// A round that does not fit into one transaction is made in three steps. First
// the submission says that a round is being made, with a lease. Then the entries
// are claimed in chunks; until the round is finished these claims lock nothing.
// The last write finishes the round. A round whose lease is over may be abandoned
// by another request or by the worker, and its last write fails then.

// maxParallelClaims is how many chunks of claims are written in parallel.
const maxParallelClaims = 4

// abandonGrace is how long after the end of a lease the worker checks whether the
// round was finished.
const abandonGrace = timesheets.RoundLease

// abandonTime is the default of AbandonTime.
const abandonTime = 2 * time.Second

// submitLarge is Submit for many claims. In one process, one round after the other gets
// its claims, in the order of the requests: side by side, each would take as long as all
// together.
func (s *Store) submitLarge(ctx context.Context, w domain.ID, x SubmissionWrite) error {
	begun, err := s.beginAndClaim(ctx, w, x)
	if begun == nil {
		return err
	}
	if err == nil {
		err = s.finishRound(ctx, w, x)
	}
	if err != nil {
		s.abandonOwnRound(ctx, w, *begun)
	}
	return err
}

// beginAndClaim waits for the turn of the round, begins it and claims its entries. The
// submission is nil if the round was not begun.
func (s *Store) beginAndClaim(ctx context.Context, w domain.ID, x SubmissionWrite) (*timesheets.Submission, error) {
	release, err := s.largeRounds.wait(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	begun, err := s.beginRound(ctx, w, x)
	if err != nil {
		if !isKnownFailure(err) {
			s.abandonOwnRound(ctx, w, begun)
		}
		return nil, err
	}
	return &begun, s.claimAll(ctx, w, x)
}

// abandonOwnRound abandons a round that was not finished, as far as is known, so that the
// user need not wait for the end of the lease. It also does so when the time of the request
// is over. Where it fails, the lease ends.
func (s *Store) abandonOwnRound(ctx context.Context, w domain.ID, begun timesheets.Submission) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.AbandonTime)
	defer cancel()
	_ = s.AbandonRound(ctx, w, begun)
}

// isKnownFailure reports whether an error says that nothing was written.
func isKnownFailure(err error) bool {
	return problem.Is(err, problem.CodeConflict) || errors.Is(err, domain.ErrReplayExists)
}

// beginRound writes into the submission that a round is being made. It also
// queues work that abandons the round, in case this request does not finish.
func (s *Store) beginRound(ctx context.Context, w domain.ID, x SubmissionWrite) (timesheets.Submission, error) {
	now := s.Instant()
	sub := x.Round.Submission // a new submission has nothing else yet
	if x.Was != nil {
		sub = *x.Was
	} else {
		sub.Lines, sub.NextLineNumber, sub.Version = nil, 0, 0
	}
	sub.LastStartedRound = x.Now.LastStartedRound
	sub.RoundInProgress = &timesheets.RoundInProgress{Round: x.Now.Round, LeaseUntil: now.Plus(timesheets.RoundLease)}
	abandon := core.Enqueue(domain.Work{
		ID: domain.NewID(), Kind: domain.WorkAbandonRound, WorkspaceID: w, UserID: sub.UserID,
		TargetID: sub.ID, Round: x.Now.Round, CreatedAt: now,
	}, sub.RoundInProgress.LeaseUntil.Plus(abandonGrace))
	it := submissionItem(w, sub)
	if x.Was == nil {
		return sub, s.Table.Commit(ctx, table.Create(it).Or(ErrSubmissionChanged),
			table.Create(submissionPointerItem(w, sub)), timedb.RaiseOverlapGuard(w, sub.UserID, x.Guard), abandon)
	}
	begin := table.UpdateAttributesUnversioned(it, core.Attributes[timesheets.Submission]("RoundInProgress",
		"LastStartedRound")...).
		Provided(table.AtVersion(x.Was.Version)).Provided(noNewerRound(*x.Was))
	return sub, s.Table.Commit(ctx, begin.Or(ErrSubmissionChanged), abandon)
}

// claimAll claims the entries in chunks.
func (s *Store) claimAll(ctx context.Context, w domain.ID, x SubmissionWrite) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxParallelClaims)
	for chunk := range slices.Chunk(x.Round.Claims, s.MaxClaims) {
		group.Go(func() error { return s.Table.Commit(ctx, x.claimActions(w, chunk)...) })
	}
	return group.Wait()
}

// finishRound makes the round count, unless it was abandoned.
func (s *Store) finishRound(ctx context.Context, w domain.ID, x SubmissionWrite) error {
	was := int64(0)
	if x.Was != nil {
		was = x.Was.Version
	}
	mine := core.Field[timesheets.Submission]("RoundInProgress.Round").Equal(expression.Value(x.Now.Round))
	actions := append(s.RememberActions(x.Remember),
		table.Replace(submissionItem(w, x.Now.RememberProjects(x.Was, s.Instant())),
			was).Provided(mine).Or(errRoundAbandoned))
	actions = append(actions, s.AuditActions(ctx, w, audit.SubmissionChange(x.Now, x.Event, nil))...)
	actions = append(actions, s.submissionMails(w, x.Now, x.Event, nil)...)
	return s.Table.Commit(ctx, append(actions, x.roundActions(w)...)...)
}

// ErrRoundOver: the round was finished or abandoned concurrently.
var ErrRoundOver = problem.Conflict(problem.WriteRace,
	"Another request completed or abandoned the submission. Try again.")

// AbandonRound gives up a round that is being made, so that it never counts. It
// deletes a submission that has no other round. Errors: ErrRoundOver when the
// submission is not in that round any more.
func (s *Store) AbandonRound(ctx context.Context, w domain.ID, sub timesheets.Submission) (err error) {
	defer core.Wrap(&err, "AbandonRound", w, sub.ID)
	if sub.RoundInProgress == nil {
		return nil
	}
	same := expression.And(
		core.Field[timesheets.Submission]("RoundInProgress.Round").Equal(expression.Value(sub.RoundInProgress.Round)),
		table.AtVersion(sub.Version),
	)
	k := key.Submission(w, sub.ID)
	if sub.Visible() {
		return s.Table.Commit(ctx, table.Update(k,
			expression.Remove(core.Field[timesheets.Submission]("RoundInProgress"))).Provided(same).Or(ErrRoundOver))
	}
	return s.Table.Commit(ctx,
		table.Delete(k).Provided(same).Or(ErrRoundOver).LeavingNothing(),
		table.Delete(key.SubmissionPointer(w, sub.UserID, sub.PeriodStart, sub.ID)),
	)
}

// AbandonExpiredRound abandons a round whose lease is over. A round that was
// finished or abandoned is no error. Errors: conflict while the lease runs.
func (s *Store) AbandonExpiredRound(ctx context.Context, w, id domain.ID, round int) (err error) {
	defer core.Wrap(&err, "AbandonExpiredRound", w, id)
	sub, ok, err := table.Get[timesheets.Submission](ctx, s.Table, key.Submission(w, id))
	if err != nil || !ok || sub.RoundInProgress == nil || sub.RoundInProgress.Round != round {
		return err
	}
	if s.Instant().Before(sub.RoundInProgress.LeaseUntil.Time) {
		return timesheets.ErrSubmitting
	}
	if err = s.AbandonRound(ctx, w, sub); errors.Is(err, ErrRoundOver) {
		return nil
	}
	return err
}

// turns lets one request of this process after the other do what is too much to be done
// side by side. Those that wait get their turn in the order in which they came.
type turns chan struct{}

func newTurns() turns { return make(turns, 1) }

var errNoTurn = errors.New("store: other large timesheets are being submitted")

// wait waits for a turn. The caller must release it. Errors: service_unavailable if the
// context ends first.
func (t turns) wait(ctx context.Context) (release func(), err error) {
	select {
	case t <- struct{}{}:
		return func() { <-t }, nil
	case <-ctx.Done():
		return nil, problem.Unavailable(errNoTurn)
	}
}
