package worker

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/rerating"
)

// Jobs is the handler of billing jobs.
type Jobs struct {
	Runner rerating.Runner
	Turn   time.Duration // how long a job goes on before other work may come first
}

// JobTurn is how long a billing job goes on at a time.
const JobTurn = 20 * time.Second

// leftAlone is how long a job is left alone after something went wrong, or while
// somebody else carries it on.
const leftAlone = 30 * time.Second

// CarryOn carries a job on for a turn. As long as each turn makes a step, that
// is no failure; one that fails too often in a row has failed for good.
func (j *Jobs) CarryOn(ctx context.Context, w domain.Work) (*Later, error) {
	turn, cancel := context.WithTimeout(ctx, j.Turn)
	defer cancel()
	came, err := j.Runner.Run(turn, w.WorkspaceID, w.TargetID)
	switch {
	case err != nil && came.Steps > 0 && turn.Err() != nil:
		return new(Later), nil
	case err != nil && came.Steps > 0:
		return j.later(), nil
	case err != nil && w.Tries >= domain.JobTries:
		return nil, j.Runner.Fail(ctx, w.WorkspaceID, w.TargetID)
	case err != nil || came.Ended:
		return nil, err
	default:
		return j.later(), nil
	}
}

func (j *Jobs) later() *Later { return &Later{At: domain.At(j.Runner.Clock()).Plus(leftAlone)} }
