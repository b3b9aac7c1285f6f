package projects

import (
	"context"
	"errors"
	"fmt"

	"stint/shared/access"
	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/upsert"
	"stint/shared/wire"
)

type upsertInput struct {
	Body struct {
		Items []newProject `json:"items" bounds:"upsertRows"`
	}
}

// upsertAnswer has one result for each row, in the order of the request.
type upsertAnswer struct {
	Items []upsertResult `json:"items"`
}

type upsertResult struct {
	Created bool   `json:"created"` // false: it was there before
	Record  answer `json:"record"`
}

// upserting is an upsert of projects.
type upserting struct {
	*Family
	*route.Request
	issues  *wire.Issues
	clients []domain.ID                        // of the rows; "" for none
	mine    map[domain.ID]domain.ProjectMember // the caller's memberships, by project
	shown   upsertAnswer
}

// upsert finds or makes the project of each row.
func (f *Family) upsert(ctx context.Context, c *route.Call[upsertInput]) (upsertAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return upsertAnswer{}, err
	}
	u := &upserting{Family: f, Request: c.Request, issues: issues}
	u.clients = paging.ToRows(in.Body.Items, func(body newProject) domain.ID { return body.ClientID.Value })
	if err := u.checkClients(ctx); err != nil {
		return upsertAnswer{}, err
	}
	err = upsert.Run(ctx, issues, upsert.Rows[domain.Project]{
		Candidates: paging.ToRows(in.Body.Items, func(body newProject) domain.Project { return body.project(c.Request) }),
		Name:       func(p domain.Project) upsert.Name { return upsert.Name{Parent: p.ClientID, Name: p.Name} },
		ExternalID: func(p domain.Project) domain.ExternalID { return p.ExternalID },
		MayUse:     func(p domain.Project) bool { return access.CanSee(c.Caller, u.accessTo(p)) },
		Find:       u.find,
		Write:      u.write,
	})
	return u.shown, err
}

// checkClients reports the rows whose client the workspace does not have.
func (u *upserting) checkClients(ctx context.Context) error {
	var refs store.Refs
	for _, id := range u.clients {
		if id != "" {
			refs.Clients = append(refs.Clients, id)
		}
	}
	read, err := u.store.Records(ctx, u.WorkspaceID(), refs)
	if err != nil {
		return err
	}
	var unknown store.UnknownRefs
	for i, id := range u.clients {
		path := fmt.Sprintf("items[%d].clientId", i)
		if _, ok := read.Clients[id]; !ok && id != "" && u.issues.IsClean(path) {
			u.issues.Add(path, problem.ClientNotFound)
			unknown.Clients = append(unknown.Clients, id)
		}
	}
	return u.checkOtherWorkspace(ctx, u.Request, unknown, u.issues)
}

// find finds projects, and what a caller of the role user may do with them.
func (u *upserting) find(ctx context.Context, candidates []domain.Project) ([]store.Found[domain.Project], error) {
	found, err := u.store.FindProjects(ctx, u.WorkspaceID(), candidates)
	if err != nil || u.Role() != domain.RoleUser {
		return found, err
	}
	var refs store.Refs
	for _, x := range found {
		for _, p := range []*domain.Project{x.ByName, x.ByExternalID} {
			if p != nil {
				refs.ProjectMembers = append(refs.ProjectMembers, domain.ProjectMemberKey{Project: p.ID, User: u.User.ID})
			}
		}
	}
	read, err := u.store.Records(ctx, u.WorkspaceID(), refs)
	u.mine = make(map[domain.ID]domain.ProjectMember, len(read.ProjectMembers))
	for at, member := range read.ProjectMembers {
		u.mine[at.Project] = member
	}
	return found, err
}

// accessTo is a project that was found, with the caller's membership in it.
func (u *upserting) accessTo(p domain.Project) domain.ProjectAccess {
	if member, ok := u.mine[p.ID]; ok {
		return domain.ProjectAccess{Project: p, Membership: &member}
	}
	return domain.ProjectAccess{Project: p}
}

// write makes the missing projects. A client that was deleted since it was read is
// reported at its rows.
func (u *upserting) write(ctx context.Context, all []upsert.Result[domain.Project]) error {
	var made []domain.ProjectAccess
	u.shown.Items = paging.ToRows(all, func(r upsert.Result[domain.Project]) upsertResult {
		p := u.accessTo(r.Record)
		if r.Created {
			p = withFirstManager(u.Request, r.Record)
			made = append(made, p)
		}
		return upsertResult{Created: r.Created, Record: toAnswer(u.Caller, p)}
	})
	err := u.store.CreateProjects(ctx, u.WorkspaceID(), made, u.Remember(u.shown))
	if !errors.Is(err, store.ErrClientDeleted) {
		return err
	}
	if err := u.checkClients(ctx); err != nil {
		return err
	}
	if err := u.issues.Err(); err != nil {
		return err
	}
	return store.ErrBeingMade // the client is there again
}
