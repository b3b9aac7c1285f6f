package worker

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/reports"
	"stint/shared/rerating"
	"stint/shared/summing"
)

// JobHandler is the handler of billing jobs.
type JobHandler struct {
	Rerating rerating.Service
	Turn     time.Duration // how long a job runs before other work may come first
}

// jobTurn is how long a billing job runs at a time.
const jobTurn = 20 * time.Second

// retryDelay is how long a job waits after an error, or while another worker
// runs it.
const retryDelay = 30 * time.Second

// Run continues a job for one turn. An error after at least one step does not
// count as a failed try. A job that fails too often in a row has failed.
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

// SummaryHandler is the handler of summary jobs.
type SummaryHandler struct{ summing.Jobs }

// Run continues a summary for one turn. A job that fails too often in a row has failed.
func (s SummaryHandler) Run(ctx context.Context, w domain.Work) (*Later, error) {
	progress, err := s.Jobs.Run(ctx, w.WorkspaceID, w.TargetID)
	switch {
	case progress.Ended:
		return nil, err
	case progress.Parts > 0:
		return new(Later), nil
	case err != nil && w.Tries >= domain.MaxJobTries:
		return nil, s.Fail(ctx, w.WorkspaceID, w.TargetID, reports.FailedOften)
	case err != nil:
		return nil, err
	}
	return &Later{At: domain.InstantOf(s.Clock()).Plus(retryDelay)}, nil // another worker continues it
}
