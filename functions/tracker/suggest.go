package tracker

import (
	"context"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

// defaultLimit is how many of each are suggested unless the caller asks
// otherwise.
const defaultLimit = 10

type suggestInput struct {
	Search        wire.Optional[domain.Needle] `query:"search" maxLength:"200" doc:"Found anywhere in a description or name, whatever its case and accents."`
	EntriesLimit  wire.Optional[int]           `query:"entriesLimit" minimum:"0" maximum:"50" doc:"10 when absent."`
	TasksLimit    wire.Optional[int]           `query:"tasksLimit" minimum:"0" maximum:"50" doc:"10 when absent."`
	ProjectsLimit wire.Optional[int]           `query:"projectsLimit" minimum:"0" maximum:"50" doc:"10 when absent."`
}

func (in suggestInput) wish() domain.Wish {
	return domain.Wish{
		Needle: in.Search.Value, Entries: in.EntriesLimit.Or(defaultLimit),
		Tasks: in.TasksLimit.Or(defaultLimit), Projects: in.ProjectsLimit.Or(defaultLimit),
	}
}

func (f *Family) suggest(ctx context.Context, c *route.Call[suggestInput]) (suggestionsAnswer, error) {
	in, err := c.Valid()
	if err != nil {
		return suggestionsAnswer{}, err
	}
	recent, err := f.store.Recent(ctx, c.WorkspaceID(), store.RecentAsked{
		UserID: c.User.ID, Since: c.Now.Plus(-domain.SuggestWithin), Places: c.Role() == domain.Worker,
	})
	if err != nil {
		return suggestionsAnswer{}, err
	}
	return show(history(c.Caller, recent).Suggest(in.wish())), nil
}

func history(c auth.Caller, r store.Recent) domain.History {
	return domain.History{
		Entries: r.Entries, Projects: r.Projects, Tasks: r.Tasks,
		Sees: func(p domain.Project) bool {
			standing := domain.Standing{Project: p}
			if place, ok := r.Places[p.ID]; ok {
				standing.Mine = &place
			}
			return access.Sees(c, standing)
		},
	}
}
