package submissions

import (
	"context"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/domain/timesheets"
	"stint/shared/route"
	"stint/shared/store"
)

// seesAllTime reports whether the viewer sees all entries and names of the submission.
// A user sees their own. Of others they see what they manage.
func (s submission) seesAllTime() bool {
	return s.viewer.Role().ReadsAll() || s.UserID == s.viewer.User.ID
}

// seesEntries reports whether the viewer sees the entries of a line.
func (s submission) seesEntries(l timesheets.Line) bool {
	return s.seesAllTime() || s.viewer.Managed[l.ProjectID]
}

// seesLinks reports whether the viewer may list the client links.
func (s submission) seesLinks() bool {
	return linkParent{s}.Authorize(s.viewer.Caller, auth.ReadTime) == nil
}

// hideProjects takes the projects that the viewer does not see out of what was read.
func (f *Family) hideProjects(ctx context.Context, r *route.Request, b *documentBuilder) error {
	if b.seesAllTime() || len(b.from.Projects) == 0 {
		return nil
	}
	var refs store.Refs
	for id := range b.from.Projects {
		refs.ProjectMembers = append(refs.ProjectMembers, domain.ProjectMemberKey{Project: id, User: r.User.ID})
	}
	records, err := f.store.Records(ctx, r.WorkspaceID(), refs)
	if err != nil {
		return err
	}
	b.hidden = map[domain.ID]bool{}
	for _, key := range refs.ProjectMembers {
		at := projects.ProjectAccess{Project: b.from.Projects[key.Project]}
		if member, ok := records.ProjectMembers[key]; ok {
			at.Membership = &member
		}
		if !access.CanSee(r.Caller, at) {
			b.hidden[key.Project] = true
			delete(b.from.Projects, key.Project)
		}
	}
	for id, task := range b.from.Tasks {
		if b.hidden[task.ProjectID] {
			delete(b.from.Tasks, id)
		}
	}
	return nil
}
