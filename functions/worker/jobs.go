package worker

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/rerating"
)

// JobHandler is the handler of billing jobs.
type JobHandler struct {
	Rerating rerating.Service
	Turn     time.Duration // how long a job goes on before other work may come first
}

// JobTurn is how long a billing job goes on at a time.
const JobTurn = 20 * time.Second

// retryDelay is how long a job is left alone after something went wrong, or while
// somebody else carries it on.
const retryDelay = 30 * time.Second

// Run carries a job on for a turn. As long as each turn makes a step, that
// is no failure; one that fails too often in a row has failed for good.
func (j *JobHandler) Run(ctx context.Context, w domain.Work) (*Later, error) {
	turn, cancel := context.WithTimeout(ctx, j.Turn)
	defer cancel()
	progress, err := j.Rerating.RunJob(turn, w.WorkspaceID, w.TargetID)
	switch {
	case err != nil && progress.Steps > 0 && turn.Err() != nil:
		return new(Later), nil
	case err != nil && progress.Steps > 0:
		return j.retryLater(), nil
	case err != nil && w.Tries >= domain.MaxJobTries:
		return nil, j.Rerating.FailJob(ctx, w.WorkspaceID, w.TargetID)
	case err != nil || progress.Ended:
		return nil, err
	default:
		return j.retryLater(), nil
	}
}

func (j *JobHandler) retryLater() *Later {
	return &Later{At: domain.InstantOf(j.Rerating.Clock()).Plus(retryDelay)}
}
