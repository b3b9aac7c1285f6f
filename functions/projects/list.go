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
	ClientID wire.Optional[domain.ID] `query:"client_id"` // Only of this client.
	// true: only archived records. false: only others.
	IsArchived wire.Optional[bool] `query:"is_archived"`
	// Only the one with this external id.
	ExternalID wire.Optional[domain.ExternalID] `query:"external_id" bounds:"externalId"`
	// A part of the name, ignoring case and accents.
	Search  wire.Optional[domain.SearchTerm] `query:"search" maxLength:"255"`
	Include wire.Optional[inclusion]         `query:"include" enum:"budget"` // What each budget has used.
}

func (f *Family) list(ctx context.Context, c *route.Call[listInput]) (route.List[answer], error) {
	in, issues, err := c.Read()
	if err != nil {
		return route.List[answer]{}, err
	}
	if in.ClientID.Set && issues.IsClean("client_id") {
		if err := f.checkClient(ctx, c.Request, "client_id", in.ClientID.Value, issues); err != nil {
			return route.List[answer]{}, err
		}
	}
	if err := issues.Err(); err != nil {
		return route.List[answer]{}, err
	}
	show := func(s domain.ProjectAccess) answer { return toAnswer(c.Caller, s) }
	if in.ExternalID.Set {
		found, err := f.store.ProjectByExternalID(ctx, c.WorkspaceID(), c.User.ID, in.ExternalID.Value)
		return paging.ToSingle(in.Query, found, err, in.matches(c.Request), show)
	}
	page, err := f.store.Projects(ctx, c.WorkspaceID(), in.storeQuery(c.Request), in.Page(c.Request))
	out, err := paging.ToList(page, err, show)
	if err != nil || !in.Include.Set {
		return out, err
	}
	return out, f.useBudgets(ctx, c.Request, page.Items, out.Items)
}

// inclusion is what a list shows in addition.
type inclusion string

// storeQuery returns the query for the projects that the caller sees and that
// the filters match. Memberships decide only what the role user sees, so the
// store does not read them for other roles.
func (in listInput) storeQuery(r *route.Request) store.ProjectQuery {
	query := store.ProjectQuery{ClientID: in.ClientID.Value}
	if r.Role() == domain.RoleUser {
		query.UserID = r.User.ID
	} else if !in.IsArchived.Set && in.Search.Value == "" {
		return query
	}
	query.Keep = in.matches(r)
	return query
}

// matches reports which projects the caller sees and the filters match.
func (in listInput) matches(r *route.Request) func(domain.ProjectAccess) bool {
	return func(s domain.ProjectAccess) bool {
		p := s.Project
		return access.CanSee(r.Caller, s) && in.ClientID.Or(p.ClientID) == p.ClientID &&
			in.IsArchived.Or(p.IsArchived) == p.IsArchived && in.Search.Value.FoundIn(string(p.Name))
	}
}
