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
	project *record
	name    string
	request api.ProjectMemberAddRequest
}

// planProjectMembers plans which members are added to projects: to those that the import creates, or
// that it created before it was broken off and finds by their external ids. Those that were made without
// one look like any other project here. Who was removed from a project since then stays so.
func (x *Import) planProjectMembers(ctx context.Context) error {
	if len(x.files.exports) == 0 || !x.to.workspace.isAdmin {
		return nil
	}
	here, done, without := map[uuid.UUID]map[uuid.UUID]bool{}, x.match.projectsWithTime(), 0
	var skipped []string
	for j, ok := range x.files.exportedMembers() {
		switch r := j.project; {
		case !ok:
			without++
			continue
		case r.exists() && here[r.id] == nil:
			var err error
			if here[r.id], err = x.to.readProjectMembers(ctx, r.id); err != nil {
				return err
			}
		}
		if here[j.project.id][j.request.UserId] {
			x.to.plan.ProjectMembers.Existing++
			continue
		}
		if r := j.project; r.exists() && !x.to.options.Settings && (!r.isOurs || done[r.id]) {
			skipped = append(skipped, j.name+" in "+r.label)
			continue
		}
		x.newMembers = append(x.newMembers, j)
		x.to.plan.ProjectMembers.New = append(x.to.plan.ProjectMembers.New, j.name+" in "+j.project.label)
	}
	slices.Sort(x.to.plan.ProjectMembers.New)
	x.to.plan.noteCount("Members of projects (%d) are not added, because they are no members of this workspace, or "+
		"not any more.", without)
	x.to.noteSkipped(skipped)
	return nil
}

// noteSkipped names the members who are not added to projects, which private projects hide from them.
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

// exportedMembers are the members of the projects of all exports, each once, with whether they are
// active members of the workspace.
func (r *reading) exportedMembers() map[*newMember]bool {
	type key struct {
		*record
		user uuid.UUID
	}
	all, seen := map[*newMember]bool{}, map[key]bool{}
	for _, e := range slices.Backward(r.exports) {
		for of, m := range e.ProjectMembers {
			project := r.catalog.project(e.RowOn(&of.Project, nil))
			user, isMember := r.to.people.userOf(e.PersonOf(of.User))
			if project == nil || e.Projects[of.Project].Name == "" || isMember && seen[key{project, user}] {
				continue
			}
			seen[key{project, user}] = true
			j := &newMember{project: project, name: m.DisplayName, request: api.ProjectMemberAddRequest{
				UserId: user, IsManager: &m.IsManager}}
			if e.Currency == r.to.workspace.currency {
				j.request.HourlyRate = m.HourlyRate
			}
			all[j] = isMember && !r.to.people.memberBy(user).IsDeactivated
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
	for _, j := range x.planned.newMembers {
		if j.project.failure != nil {
			continue
		}
		_, err := client.Get(x.to.ProjectsMembersAddWithResponse(ctx, j.project.id, j.request))
		if p, ok := errors.AsType[*client.Problem](err); ok && p.Reason == "already_member" {
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}
