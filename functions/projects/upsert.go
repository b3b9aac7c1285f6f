package projects

import (
	"context"
	"errors"
	"fmt"

	"stint/shared/access"
	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/named"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/projectdb"
	"stint/shared/wire"
)

// upserting is an upsert of projects.
type upserting struct {
	*Family
	*route.Request
}

// upsert finds or makes the project of each row.
func (f *Family) upsert(ctx context.Context,
	c *route.Call[named.UpsertInput[newProject]]) (named.UpsertAnswer[answers.Project], error) {
	u := upserting{f, c.Request}
	return named.Upsert[newProject, projects.ProjectAccess, answers.Project]{
		Kind: projectsFor(c.Caller), Check: u.checkClients,
		New: func(body newProject) projects.ProjectAccess {
			return withFirstManager(c.Request, body.project(c.Request))
		},
		Find: u.find, MayUse: func(p projects.ProjectAccess) bool { return access.CanSee(c.Caller, p) }, CreateAll: u.create,
	}.Run(ctx, c)
}

// checkClients reports the rows whose client the workspace does not have.
func (u upserting) checkClients(ctx context.Context, rows []newProject, issues *wire.Issues) error {
	var refs store.Refs
	for _, body := range rows {
		if id := body.ClientID.Value; id != "" {
			refs.Clients = append(refs.Clients, id)
		}
	}
	read, err := u.store.Records(ctx, u.WorkspaceID(), refs)
	if err != nil {
		return err
	}
	var unknown store.UnknownRefs
	for i, body := range rows {
		id, path := body.ClientID.Value, fmt.Sprintf("items[%d].clientId", i)
		if _, ok := read.Clients[id]; !ok && id != "" && issues.IsClean(path) {
			issues.Add(path, problem.ClientNotFound)
			unknown.Clients = append(unknown.Clients, id)
		}
	}
	return access.CheckUnknownRefs(ctx, u.store, u.Caller, unknown, issues)
}

// find finds projects, and for a caller of the role user their membership in them.
func (u upserting) find(ctx context.Context, w domain.ID,
	candidates []projects.ProjectAccess) ([]projectdb.Found[projects.ProjectAccess], error) {
	sought := make([]projects.Project, len(candidates))
	for i, c := range candidates {
		sought[i] = c.Project
	}
	found, err := u.store.FindProjects(ctx, w, sought)
	if err != nil {
		return nil, err
	}
	members, err := u.memberships(ctx, found)
	all := make([]projectdb.Found[projects.ProjectAccess], len(found))
	for i, x := range found {
		all[i].ByName, all[i].ByExternalID = accessTo(x.ByName, members), accessTo(x.ByExternalID, members)
	}
	return all, err
}

// memberships are those of a caller of the role user, by project. Other roles need none.
func (u upserting) memberships(ctx context.Context,
	found []projectdb.Found[projects.Project]) (map[domain.ID]projects.ProjectMember, error) {
	if u.Role().ReadsAll() {
		return nil, nil
	}
	var refs store.Refs
	for _, x := range found {
		for _, p := range []*projects.Project{x.ByName, x.ByExternalID} {
			if p != nil {
				refs.ProjectMembers = append(refs.ProjectMembers, domain.ProjectMemberKey{Project: p.ID, User: u.User.ID})
			}
		}
	}
	read, err := u.store.Records(ctx, u.WorkspaceID(), refs)
	members := make(map[domain.ID]projects.ProjectMember, len(read.ProjectMembers))
	for at, member := range read.ProjectMembers {
		members[at.Project] = member
	}
	return members, err
}

// accessTo is a project with the caller's membership in it; nil without a project.
func accessTo(p *projects.Project, members map[domain.ID]projects.ProjectMember) *projects.ProjectAccess {
	if p == nil {
		return nil
	}
	if member, ok := members[p.ID]; ok {
		return &projects.ProjectAccess{Project: *p, Membership: &member}
	}
	return &projects.ProjectAccess{Project: *p}
}

// create makes projects. If a client was deleted since it was read, the next try reports its
// rows.
func (u upserting) create(ctx context.Context, w domain.ID, missing []projects.ProjectAccess,
	r domain.ReplayRecord) error {
	err := u.store.CreateProjects(ctx, w, missing, r)
	if errors.Is(err, projectdb.ErrClientDeleted) {
		return projectdb.ErrBeingMade
	}
	return err
}
