package importer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// newMember is a member who is added to a project of an export.
type newMember struct {
	project  *record
	name     string
	isActive bool // of this workspace
	request  api.ProjectMemberAddRequest
}

// planProjectMembers plans which members are added to projects: to those that the import creates, or
// that it created before it was broken off and finds by their external ids. A project that was made without
// one cannot be told from those that were here. A member who was removed since then is not added again.
func (x *Import) planProjectMembers(ctx context.Context) error {
	if len(x.files.exports) == 0 || !x.to.workspace.isAdmin {
		return nil
	}
	membersOf, hasTime, notMembers := map[uuid.UUID]map[uuid.UUID]bool{}, x.match.projectsWithTime(), 0
	var skipped []string
	for _, m := range x.files.exportedMembers() {
		if !m.isActive {
			notMembers++
			continue
		}
		p := m.project
		if p.exists() && membersOf[p.id] == nil {
			var err error
			if membersOf[p.id], err = x.to.readProjectMembers(ctx, p.id); err != nil {
				return err
			}
		}
		switch described := m.name + " in " + p.label; {
		case membersOf[p.id][m.request.UserId]:
			x.to.plan.ProjectMembers.Existing++
		case p.exists() && !x.to.options.Settings && (!p.isOurs || hasTime[p.id]):
			skipped = append(skipped, described)
		default: // with --settings, also in projects that were here
			x.newMembers = append(x.newMembers, m)
			x.to.plan.ProjectMembers.New = append(x.to.plan.ProjectMembers.New, described)
		}
	}
	slices.Sort(x.to.plan.ProjectMembers.New)
	x.to.plan.noteCount("Members of projects (%d) are not added, because they are no members of this workspace, or "+
		"not any more.", notMembers)
	x.to.noteSkipped(skipped)
	return nil
}

// noteSkipped names the members who are not added to projects. They do not see these projects if they are private.
func (d *destination) noteSkipped(members []string) {
	if len(members) == 0 {
		return
	}
	named, n := firstNames(members)
	more := ""
	if n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	d.plan.notef("Members are not added to projects that were here before, or that have time already: %s%s. Add them "+
		"there, or import with --settings: "+
		"a private project stays hidden from them until then, and they cannot submit its time.", strings.Join(named, ", "),
		more)
}

// exportedMembers are the members of the projects of all exports, each once. A later export counts before an earlier
// one.
func (r *reading) exportedMembers() (all []*newMember) {
	type key struct {
		*record
		user uuid.UUID
	}
	seen := map[key]bool{}
	for _, e := range slices.Backward(r.exports) {
		for id, m := range e.ProjectMembers {
			project := r.catalog.project(e.RowOn(&id.Project, nil))
			user, isMember := r.to.people.userOf(e.PersonOf(id.User))
			isUnreadable := project == nil || e.Projects[id.Project].Name == "" // by the key that exported it
			if isUnreadable || isMember && seen[key{project, user}] {
				continue
			}
			seen[key{project, user}] = true
			added := &newMember{
				project: project, name: m.DisplayName, isActive: isMember && !r.to.people.memberBy(user).IsDeactivated,
				request: api.ProjectMemberAddRequest{UserId: user, IsManager: &m.IsManager},
			}
			if e.Currency == r.to.workspace.currency {
				added.request.HourlyRate = m.HourlyRate
			}
			all = append(all, added)
		}
	}
	return all
}

// projectsWithTime are the projects that have imported time already.
func (m *matching) projectsWithTime() map[uuid.UUID]bool {
	all := map[uuid.UUID]bool{}
	for _, k := range m.known {
		all[k.project] = true
	}
	return all
}

func (d *destination) readProjectMembers(ctx context.Context, project uuid.UUID) (map[uuid.UUID]bool, error) {
	all := map[uuid.UUID]bool{}
	list := client.Below(d.ProjectsMembersListWithResponse, project)
	err := client.ForEach(client.All(ctx, list, nil), func(m api.ProjectMember) { all[m.UserId] = true })
	return all, err
}

// addProjectMembers adds members to projects, before these get time.
func (x *run) addProjectMembers(ctx context.Context) error {
	slices.SortFunc(x.planned.newMembers, func(a, b *newMember) int {
		return strings.Compare(a.project.label+a.name, b.project.label+b.name)
	})
	for _, m := range x.planned.newMembers {
		if m.project.failure != nil {
			continue
		}
		_, err := client.Get(x.to.ProjectsMembersAddWithResponse(ctx, m.project.id, m.request))
		if p, ok := errors.AsType[*client.Problem](err); ok && p.Reason == "already_member" {
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}
