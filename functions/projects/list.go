package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

type listInput struct {
	paging.Query
	ClientID   wire.Optional[domain.ID]     `query:"client_id"`
	IsArchived wire.Optional[bool]          `query:"is_archived"`
	Search     wire.Optional[domain.Needle] `query:"search" maxLength:"255"`
}

func (f *Family) list(ctx context.Context, c *route.Call[listInput]) (route.List[answer], error) {
	in, issues, err := c.Read()
	if err != nil {
		return route.List[answer]{}, err
	}
	if in.ClientID.Set && issues.Clean("client_id") {
		if err := f.checkClient(ctx, c.Request, "client_id", in.ClientID.Value, issues); err != nil {
			return route.List[answer]{}, err
		}
	}
	if err := issues.Err(); err != nil {
		return route.List[answer]{}, err
	}
	page, err := f.store.Projects(ctx, c.WorkspaceID(), in.asked(c.Request), in.Page(c.Request))
	return paging.Answer(page, err, func(s domain.Standing) answer { return show(c.Caller, s) })
}

// asked leaves out what the caller does not see or did not ask for. Only a
// user's view depends on memberships; for all others they are not read.
func (in listInput) asked(r *route.Request) store.ProjectsAsked {
	asked := store.ProjectsAsked{ClientID: in.ClientID.Value}
	if r.Role() == domain.Worker {
		asked.UserID = r.User.ID
	} else if !in.IsArchived.Set && in.Search.Value == "" {
		return asked
	}
	asked.Keep = func(s domain.Standing) bool {
		p := s.Project
		return access.Sees(r.Caller, s) &&
			in.IsArchived.Or(p.IsArchived) == p.IsArchived && in.Search.Value.In(string(p.Name))
	}
	return asked
}
