package timers

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type startInput struct {
	Body struct {
		ProjectID   wire.Optional[domain.ID]      `json:"projectId"`
		TaskID      wire.Optional[domain.ID]      `json:"taskId" doc:"Implies its project."`
		Description wire.Optional[domain.Text]    `json:"description" maxLength:"5000"`
		TagIDs      wire.Optional[[]domain.ID]    `json:"tagIds" maxItems:"50"`
		StartedAt   wire.Optional[domain.Instant] `json:"startedAt" doc:"Now, if not given."`
		IsBillable  wire.Optional[bool]           `json:"isBillable" doc:"The project's default, if not given, else the workspace's."`
	}
}

// startAnswer is the new timer, with the entry that the running one became.
type startAnswer struct {
	tracking.EntryAnswer
	StoppedEntry *tracking.EntryAnswer `json:"stopped_entry"` // null: none ran
}

func (f *Family) start(ctx context.Context, c *route.Call[startInput]) (startAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return startAnswer{}, err
	}
	body := in.Body
	draft := tracking.Draft{
		Owner: c.User.ID, Project: tracking.RefFromOptional(body.ProjectID), Task: tracking.RefFromOptional(body.TaskID), Tags: tracking.TagsFromOptional(body.TagIDs),
		Description: body.Description.Value, IsBillable: body.IsBillable, StartedAt: body.StartedAt.Or(c.Now),
	}
	made, err := tracking.PrepareEntry(ctx, f.store, c.Request, draft, issues)
	if err != nil {
		return startAnswer{}, err
	}
	stopped, err := stopRunning(c.Request, made)
	if err != nil {
		return startAnswer{}, err
	}
	answer := startAnswer{EntryAnswer: made.Viewer.Show(made.Entry, c.Now)}
	if stopped != nil {
		shown := made.Viewer.Show(*stopped, c.Now)
		answer.StoppedEntry = &shown
	}
	return answer, f.store.StartTimer(ctx, c.WorkspaceID(), store.TimerStart{
		Timer: made.Entry, Running: c.Timer, Stopped: stopped, FirstUses: made.FirstUse, Remember: c.Remember(answer),
	})
}

// stopRunning is the entry that the caller's running timer becomes when the next
// one starts; nil when none runs. Errors: conflict.
func stopRunning(r *route.Request, next tracking.NewEntry) (*domain.Entry, error) {
	if r.Timer == nil {
		return nil, nil
	}
	stopped, err := r.Timer.SwitchTo(next.Entry, r.Now)
	if err != nil {
		return nil, err
	}
	stopped = next.Snapshot(stopped)
	return &stopped, nil
}
