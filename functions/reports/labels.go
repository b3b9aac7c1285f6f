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
	store.Things
	viewer tracking.Viewer
}

// labelsOf reads what is asked, in one round, and with clients the clients of
// the projects, in one more. Nothing asked costs nothing.
func (f *Family) labelsOf(ctx context.Context, c auth.Caller, asked store.Asked, clients bool) (l labels, err error) {
	if c.Role() == domain.Worker { // what a user sees of a project depends on their place in it
		for _, id := range asked.Projects {
			asked.Places = append(asked.Places, store.Place{Project: id, User: c.User.ID})
		}
	}
	if l.Things, err = f.store.Things(ctx, c.WorkspaceID(), asked); err != nil {
		return l, err
	}
	l.viewer = tracking.Viewer{Caller: c, Managed: map[domain.ID]bool{}}
	for at, place := range l.Places {
		l.viewer.Managed[at.Project] = place.IsManager
	}
	for id, project := range l.Projects {
		if _, isMember := l.Places[store.Place{Project: id, User: c.User.ID}]; !project.Visible(c.Role(), isMember) {
			delete(l.Projects, id)
		}
	}
	if !clients {
		return l, nil
	}
	more, err := f.store.Things(ctx, c.WorkspaceID(), store.Asked{Clients: l.clientIDs()})
	l.Things = l.Things.And(more)
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

// client is the client of a project; "" is none, or not for the caller.
func (l labels) client(project domain.ID) domain.ID { return l.Projects[project].ClientID }

// task is the name of a task; "" is none, or not for the caller.
func (l labels) task(id domain.ID) domain.Name {
	task := l.Tasks[id]
	if _, seen := l.Projects[task.ProjectID]; !seen {
		return ""
	}
	return task.Name
}

// beyond is what a report has to know about its projects.
func (l labels) beyond() domain.Beyond {
	return domain.Beyond{Shown: l.viewer.SeesWorth, Client: l.client}
}
