package reports

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/store"
	"stint/shared/tracking"
)

// labels are the things that entries name, as far as the caller sees them: a
// project that is hidden from them has no name, nor have its tasks, and its
// client is not told.
type labels struct {
	store.Records
	viewer tracking.Viewer
}

// loadLabels reads what is asked, in one round, and with clients the clients of
// the projects, in one more. Nothing asked costs nothing.
func (f *Family) loadLabels(ctx context.Context, c auth.Caller, refs store.Refs, clients bool) (l labels, err error) {
	if c.Role() == domain.RoleUser { // what a user sees of a project depends on their place in it
		for _, id := range refs.Projects {
			refs.ProjectMembers = append(refs.ProjectMembers, domain.ProjectMemberKey{Project: id, User: c.User.ID})
		}
	}
	if l.Records, err = f.store.Records(ctx, c.WorkspaceID(), refs); err != nil {
		return l, err
	}
	l.viewer = tracking.Viewer{Caller: c, Managed: map[domain.ID]bool{}}
	for key, member := range l.ProjectMembers {
		l.viewer.Managed[key.Project] = member.IsManager
	}
	for id, project := range l.Projects {
		if _, isMember := l.ProjectMembers[domain.ProjectMemberKey{Project: id, User: c.User.ID}]; !project.VisibleTo(c.Role(), isMember) {
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

func (l labels) clientIDs() []domain.ID {
	var all []domain.ID
	for _, project := range l.Projects {
		if project.ClientID != "" {
			all = append(all, project.ClientID)
		}
	}
	return all
}

// clientID is the client of a project; "" is none, or not for the caller.
func (l labels) clientID(project domain.ID) domain.ID { return l.Projects[project].ClientID }

// taskName is the name of a task; "" is none, or not for the caller.
func (l labels) taskName(id domain.ID) domain.Name {
	task := l.Tasks[id]
	if _, seen := l.Projects[task.ProjectID]; !seen {
		return ""
	}
	return task.Name
}

// projectInfo is what a report has to know about its projects.
func (l labels) projectInfo() domain.ProjectLookup {
	return domain.ProjectLookup{AmountsShown: l.viewer.SeesRatesOn, ClientOf: l.clientID}
}
