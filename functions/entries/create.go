package entries

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type createInput struct {
	Body struct {
		UserID      wire.Optional[domain.ID]   `json:"userId" doc:"Whose entry it is; another's for owner and admins only."`
		ProjectID   wire.Optional[domain.ID]   `json:"projectId"`
		TaskID      wire.Optional[domain.ID]   `json:"taskId" doc:"Implies its project."`
		Description wire.Optional[domain.Text] `json:"description" maxLength:"5000"`
		TagIDs      wire.Optional[[]domain.ID] `json:"tagIds" maxItems:"50"`
		StartedAt   domain.Instant             `json:"startedAt"`
		StoppedAt   domain.Instant             `json:"stoppedAt"`
		IsBillable  wire.Optional[bool]        `json:"isBillable" doc:"The project's default, if not given, else the workspace's."`
		HourlyRate  wire.Optional[int64]       `json:"hourlyRate" minimum:"0" maximum:"100000000" doc:"The entry's own rate, in minor units; inherited, if not given. For those who see rates."`
	}
}

func (f *Family) create(ctx context.Context, c *route.Call[createInput]) (tracking.EntryAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	body := in.Body
	owner, err := ownerOf(c.Request, body.UserID, issues)
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	made, err := tracking.PrepareEntry(ctx, f.store, c.Request, tracking.Draft{
		Owner: owner, Project: tracking.RefFromOptional(body.ProjectID), Task: tracking.RefFromOptional(body.TaskID), Tags: tracking.TagsFromOptional(body.TagIDs),
		Description: body.Description.Value, StartedAt: body.StartedAt, StoppedAt: &body.StoppedAt, IsBillable: body.IsBillable,
		HourlyRate: body.HourlyRate,
	}, issues)
	if err != nil {
		return tracking.EntryAnswer{}, err
	}
	answer := made.Viewer.Show(made.Entry, c.Now)
	return answer, made.Save(ctx, f.store, c.Request, c.Remember(answer), issues)
}

// ownerOf is whose entry is made: the caller's, or another's where owner or
// admin says so. Errors: forbidden role_insufficient.
func ownerOf(r *route.Request, named wire.Optional[domain.ID], issues *wire.Issues) (domain.ID, error) {
	if !named.Set || !issues.IsClean("userId") || named.Value == r.User.ID {
		return r.User.ID, nil
	}
	if !r.IsOwnerOrAdmin() {
		return "", problem.Forbidden(problem.RoleInsufficient)
	}
	return named.Value, nil
}
