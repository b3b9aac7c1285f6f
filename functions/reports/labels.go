package reports

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/domain/reports"
	"stint/shared/store"
	"stint/shared/tracking"
)

// labels are the records that entries refer to, as far as the caller sees them.
// A project that the caller does not see has no name here, neither have its
// tasks and its client.
type labels struct {
	store.Records
	viewer tracking.Viewer
}

// loadLabels reads records, and with clients also the clients of the projects.
// Each of the two reads is skipped if it has nothing to read.
func (f *Family) loadLabels(ctx context.Context, c auth.Caller, refs store.Refs, clients bool) (l labels, err error) {
	if !c.Role().ReadsAll() { // the role user sees private projects only as a member
		for _, id := range refs.Projects {
			refs.ProjectMembers = append(refs.ProjectMembers, domain.ProjectMemberKey{Project: id, User: c.User.ID})
		}
	}
	if l.Records, err = f.records(ctx, c.WorkspaceID(), refs); err != nil {
		return l, err
	}
	l.viewer = tracking.Viewer{Caller: c, Managed: map[domain.ID]bool{}}
	for key, member := range l.ProjectMembers {
		l.viewer.Managed[key.Project] = member.IsManager
	}
	for id, project := range l.Projects {
		if _, isMember := l.ProjectMembers[domain.ProjectMemberKey{Project: id, User: c.User.ID}]; !project.VisibleTo(
			c.Role(), isMember) {
			delete(l.Projects, id)
		}
	}
	if !clients {
		return l, nil
	}
	more, err := f.store.Records(ctx, c.WorkspaceID(), store.Refs{Clients: l.clientIDs()})
	l.Records = l.Records.Merge(more)
	return l, err
}

// manyProjects is up to how many projects are read by their ids.
const manyProjects = 300

// records reads records. Of many projects it first reads those that were made last, which are most of them.
func (f *Family) records(ctx context.Context, w domain.ID, refs store.Refs) (store.Records, error) {
	if len(refs.Projects) <= manyProjects {
		return f.store.Records(ctx, w, refs)
	}
	newest, err := f.store.NewestProjects(ctx, w, 2*len(refs.Projects))
	if err != nil {
		return store.Records{}, err
	}
	named := store.Records{Projects: map[domain.ID]projects.Project{}}
	rest := refs
	rest.Projects = nil
	for _, id := range refs.Projects {
		if p, ok := newest[id]; ok {
			named.Projects[id] = p
		} else {
			rest.Projects = append(rest.Projects, id)
		}
	}
	found, err := f.store.Records(ctx, w, rest)
	return found.Merge(named), err
}

func (l labels) clientIDs() []domain.ID {
	var all []domain.ID
	for _, project := range l.Projects {
		if project.ClientID != "" {
			all = append(all, project.ClientID)
		}
	}
	return all
}

// clientID is the client of a project, or "" if there is none or the caller
// does not see it.
func (l labels) clientID(project domain.ID) domain.ID { return l.Projects[project].ClientID }

// taskName is the name of a task, or "" if there is none or the caller does not
// see it.
func (l labels) taskName(id domain.ID) domain.Name {
	task := l.Tasks[id]
	if _, seen := l.Projects[task.ProjectID]; !seen {
		return ""
	}
	return task.Name
}

// projectInfo is what a report needs to know about its projects.
func (l labels) projectInfo() reports.ProjectLookup {
	return reports.ProjectLookup{AmountsShown: l.viewer.SeesRatesOn, ClientOf: l.clientID}
}
