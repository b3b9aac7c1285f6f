package projectdb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/projects"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// ErrClientDeleted is the error of a project whose client was deleted at the same
// time.
var ErrClientDeleted = problem.InvalidField("clientId", problem.ClientNotFound)

var projectRecords = uniqueRecords[projects.Project]{
	kind: uniqueProjects, key: key.Project, id: func(p projects.Project) domain.ID { return p.ID },
	item: func(w domain.ID, p projects.Project) table.Item {
		return table.WithLSK(table.Encode(key.Project(w, p.ID), p), key.ProjectOfClientLSK(p.ClientID, p.ID))
	},
	guards: func(w domain.ID, p projects.Project) guards {
		all := uniqueProjects.guards(w, p.ClientID, p.Name, p.ExternalID)
		if p.Visibility == domain.Public {
			all.public = guard{key: key.PublicProject(w, p.ID)}
		}
		return all
	},
	changed: append(core.Attributes[projects.Project]("ClientID", "Name", "Color", "Visibility", "PublicUntil",
		"IsBillable", "HourlyRate", "IsArchived", "Budget", "ExternalID"), dynamo.AttrLSK),
	event: audit.ProjectChange,
}

// ProjectAccess reads a project and a user's access to it, in one batch read.
// Errors: not_found when there is no such project.
func (s *Store) ProjectAccess(ctx context.Context, w, p, u domain.ID) (_ projects.ProjectAccess, err error) {
	defer core.Wrap(&err, "ProjectAccess", w, p, u)
	f, err := s.Table.BatchGet(ctx, key.Project(w, p), key.ProjectMember(w, p, u))
	if err != nil {
		return projects.ProjectAccess{}, err
	}
	return projectAccessIn(f, w, p, u)
}

func projectAccessIn(f table.Items, w, p, u domain.ID) (access projects.ProjectAccess, err error) {
	project, err := table.LookupOrNil[projects.Project](f, key.Project(w, p))
	if err != nil {
		return access, err
	}
	if project == nil {
		return access, problem.NotFound()
	}
	mine, err := table.LookupOrNil[projects.ProjectMember](f, key.ProjectMember(w, p, u))
	return projects.ProjectAccess{Project: *project, Membership: mine}, err
}

// ProjectByExternalID reads the project with an external id, and a user's access to it;
// nil when there is none.
func (s *Store) ProjectByExternalID(
	ctx context.Context, w, u domain.ID, x domain.ExternalID,
) (_ *projects.ProjectAccess, err error) {
	defer core.Wrap(&err, "ProjectByExternalID", w, u)
	p, err := projectRecords.byExternalID(ctx, s, w, x)
	if err != nil || p == nil {
		return nil, err
	}
	mine, ok, err := table.Get[projects.ProjectMember](ctx, s.Table, key.ProjectMember(w, p.ID, u))
	if !ok {
		return &projects.ProjectAccess{Project: *p}, err
	}
	return &projects.ProjectAccess{Project: *p, Membership: &mine}, err
}

// FindProjects is FindClients for projects. Names are compared among those of the same
// client.
func (s *Store) FindProjects(
	ctx context.Context, w domain.ID, candidates []projects.Project,
) (_ []Found[projects.Project], err error) {
	defer core.Wrap(&err, "FindProjects", w)
	return projectRecords.find(ctx, s, w, candidates)
}

// CreateProject creates a project, counts it with its client, and adds its first
// manager if there is one. Errors: validation when the name is taken or the
// client was deleted concurrently, domain.ErrExternalIDTaken.
func (s *Store) CreateProject(
	ctx context.Context, w domain.ID, p projects.Project, manager *projects.ProjectMember, r domain.ReplayRecord,
) (err error) {
	defer core.Wrap(&err, "CreateProject", w, p.ID)
	more := projectCounts(w, p.ClientID, +1)
	if manager != nil {
		more = append(more, table.Create(projectMemberItem(w, *manager)))
	}
	return projectRecords.create(ctx, s, w, p, r, append(more, s.watchBudgets(w, p, nil)...)...)
}

// projectCounts count a project with its client, if it has one; by is +1, or -1 for one that it loses.
func projectCounts(w, client domain.ID, by int) []table.Action {
	if client == "" {
		return nil
	}
	return []table.Action{addProjectCount(w, client, by).Or(ErrClientDeleted)}
}

// ChangeProject writes a project in place of what was read. It leaves the mark of
// first use as it is. The name of a project that moves to another client must be
// unique there. Errors: conflict when it was changed or deleted concurrently,
// and as CreateProject.
func (s *Store) ChangeProject(ctx context.Context, w domain.ID, was, now projects.Project) (err error) {
	defer core.Wrap(&err, "ChangeProject", w, was.ID)
	now = now.Following(was, s.Instant())
	var more []table.Action
	if was.ClientID != now.ClientID {
		more = append(projectCounts(w, now.ClientID, +1), projectCounts(w, was.ClientID, -1)...)
	}
	return projectRecords.change(ctx, s, w, was, now, was.Version, append(more, s.watchBudgets(w, now, &was)...)...)
}

// DeleteProject deletes an unused project, after HasTasks found no task of it.
// It queues the removal of its members, which are invisible from then on. Errors: conflict
// when the project was used, changed or deleted concurrently, or a task was created.
func (s *Store) DeleteProject(ctx context.Context, w domain.ID, p projects.Project) (err error) {
	defer core.Wrap(&err, "DeleteProject", w, p.ID)
	now := s.Instant()
	gone := s.DeleteUnused(key.Project(w, p.ID), p.Version, projects.MarkOfProject(p, now)).Provided(
		core.TasksMade.Is(p.TasksMade))
	clean := core.Enqueue(domain.Work{
		ID: domain.NewID(), Kind: projects.WorkCleanProject, WorkspaceID: w, TargetID: p.ID, CreatedAt: now,
	}, now)
	return projectRecords.delete(ctx, s, w, p, gone, append(projectCounts(w, p.ClientID, -1), clean)...)
}
