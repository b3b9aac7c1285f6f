package projectdb

import (
	"context"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// ProjectQuery says which projects to list, and for whom.
type ProjectQuery struct {
	ClientID domain.ID // only this client's; "" is any
	UserID   domain.ID // whose project memberships to add; "" is none
	// Keep is the filter; nil keeps all.
	Keep func(projects.ProjectAccess) bool
}

// firstProjects is how many projects a page for a user examines in the list of all, before it reads those that the user
// sees by their ids. So it makes the same calls as for others in a workspace with fewer projects.
const firstProjects = 100

// Projects lists projects of a workspace by id. It reads the user's project
// memberships in parallel with the first page, and again if the page has a new project: it
// may have been made with its first manager between the two reads. With a user, Keep keeps only what they see: public
// projects, and those that they are a member of.
func (s *Store) Projects(
	ctx context.Context, w domain.ID, query ProjectQuery, p table.PageRequest,
) (_ table.Page[projects.ProjectAccess], err error) {
	defer core.Wrap(&err, "Projects", w)
	mine := memberships{areRead: make(chan struct{})}
	keep := query.filter(mine.accessTo)
	page, err := s.firstPage(ctx, w, query, p, &mine, keep)
	if err == nil && page.Next != "" && len(page.Items) < p.Limit && query.readsByID() {
		page, err = s.addVisible(ctx, w, page, p, mine.byProject, keep)
	}
	if err == nil {
		err = s.addNewMemberships(ctx, w, query.UserID, page.Items, mine.byProject)
	}
	if err != nil {
		return table.Page[projects.ProjectAccess]{}, err
	}
	out := table.Page[projects.ProjectAccess]{Items: make([]projects.ProjectAccess, len(page.Items)), Next: page.Next}
	for i, project := range page.Items {
		out.Items[i] = mine.accessTo(project)
	}
	return out, nil
}

// memberships are a user's memberships of projects.
type memberships struct {
	byProject map[domain.ID]projects.ProjectMember
	areRead   chan struct{} // closed when byProject is complete
}

// accessTo is the user's access to a project. It waits until the memberships are read.
func (m *memberships) accessTo(p projects.Project) projects.ProjectAccess {
	<-m.areRead
	if member, ok := m.byProject[p.ID]; ok {
		return projects.ProjectAccess{Project: p, Membership: &member}
	}
	return projects.ProjectAccess{Project: p}
}

// firstPage reads the user's memberships, and at the same time the projects at the beginning of the page.
func (s *Store) firstPage(
	ctx context.Context, w domain.ID, query ProjectQuery, p table.PageRequest, mine *memberships,
	keep func(projects.Project) bool,
) (page table.Page[projects.Project], err error) {
	if query.readsByID() {
		p.Examine = firstProjects
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		defer close(mine.areRead)
		mine.byProject, err = s.ProjectMembershipsOf(ctx, w, query.UserID)
		return err
	})
	group.Go(func() (err error) {
		page, err = table.List(ctx, s.Table, query.keyRange(w), p, keep)
		return err
	})
	err = group.Wait()
	return page, err
}

// addVisible adds to a page what the user sees of the projects behind it. Where that are few, it reads them by their
// ids. Else it examines more of the list.
func (s *Store) addVisible(
	ctx context.Context, w domain.ID, page table.Page[projects.Project], p table.PageRequest,
	mine map[domain.ID]projects.ProjectMember, keep func(projects.Project) bool,
) (table.Page[projects.Project], error) {
	all := ProjectQuery{}.keyRange(w)
	p.Cursor, p.Limit, p.Examine = page.Next, p.Limit-len(page.Items), 0
	visible, areFew, err := s.visibleProjects(ctx, w, mine)
	if err != nil {
		return page, err
	}
	var more table.Page[projects.Project]
	if areFew {
		more, err = table.ListKeys(ctx, s.Table, all, p, visible, keep)
	} else {
		more, err = table.List(ctx, s.Table, all, p, keep)
	}
	more.Items = append(page.Items, more.Items...)
	return more, err
}

// visibleProjects are the keys of the projects that a member with the given memberships sees, and perhaps of some that
// are gone. areFew is false if they are more than one batch read takes.
func (s *Store) visibleProjects(
	ctx context.Context, w domain.ID, mine map[domain.ID]projects.ProjectMember,
) (keys []table.Key, areFew bool, err error) {
	if len(mine) > table.MaxKnown {
		return nil, false, nil
	}
	marks, err := table.ReadFirst[core.GuardHolder](ctx, s.Table, key.PublicProjectsRange(w), table.MaxKnown+1)
	for _, mark := range marks {
		keys = append(keys, key.Project(w, mark.ID))
	}
	for id := range mine {
		keys = append(keys, key.Project(w, id))
	}
	keys = table.DistinctKeys(keys)
	return keys, len(keys) <= table.MaxKnown, err
}

// addNewMemberships reads the user's memberships of new projects again that are not among those
// that were read, and adds them.
func (s *Store) addNewMemberships(
	ctx context.Context, w, u domain.ID, of []projects.Project, mine map[domain.ID]projects.ProjectMember,
) error {
	missing := slices.DeleteFunc(slices.Clone(of), func(p projects.Project) bool {
		_, isRead := mine[p.ID]
		return isRead || !s.isNewProject(p)
	})
	if u == "" || len(missing) == 0 {
		return nil
	}
	later, err := s.ProjectMembershipsOf(ctx, w, u)
	for _, p := range missing {
		if member, ok := later[p.ID]; ok {
			mine[p.ID] = member
		}
	}
	return err
}

// newProjectTime is how long a project counts as new. It is longer than a request that makes
// one takes, and than clocks differ.
const newProjectTime = time.Minute

// isNewProject reports whether a project was made in the last minute.
func (s *Store) isNewProject(p projects.Project) bool {
	return s.Instant().Before(p.CreatedAt.Plus(newProjectTime).Time)
}

// readsByID reports whether projects behind the beginning of a page may be read by their ids.
func (a ProjectQuery) readsByID() bool { return a.UserID != "" && a.ClientID == "" }

func (a ProjectQuery) keyRange(w domain.ID) table.Range {
	if a.ClientID != "" {
		return table.PrefixRange(table.ByLSK, key.WorkspacePK(w), key.ProjectOfClientLSK(a.ClientID, ""))
	}
	return table.PrefixRange(table.Base, key.WorkspacePK(w), key.ProjectPrefix)
}

func (a ProjectQuery) filter(access func(projects.Project) projects.ProjectAccess) func(projects.Project) bool {
	if a.Keep == nil {
		return nil
	}
	return func(project projects.Project) bool { return a.Keep(access(project)) }
}

// ManagedProjects returns the projects that a user manages.
func (s *Store) ManagedProjects(ctx context.Context, w, u domain.ID) (_ map[domain.ID]bool, err error) {
	defer core.Wrap(&err, "ManagedProjects", w, u)
	members, err := s.ProjectMembershipsOf(ctx, w, u)
	managed := map[domain.ID]bool{}
	for id, member := range members {
		if member.IsManager {
			managed[id] = true
		}
	}
	return managed, err
}

// ProjectIDsOfClient returns the ids of a client's projects; ok is false when
// there is no such client.
func (s *Store) ProjectIDsOfClient(ctx context.Context, w, c domain.ID) (ids map[domain.ID]bool, ok bool, err error) {
	defer core.Wrap(&err, "ProjectIDsOfClient", w, c)
	if _, ok, err = table.Get[projects.Client](ctx, s.Table, key.Client(w, c)); err != nil || !ok {
		return nil, false, err
	}
	projects, err := table.ReadAll[projects.Project](ctx, s.Table,
		table.PrefixRange(table.ByLSK, key.WorkspacePK(w), key.ProjectOfClientLSK(c, "")))
	ids = make(map[domain.ID]bool, len(projects))
	for _, p := range projects {
		ids[p.ID] = true
	}
	return ids, true, err
}

// NewestProjects reads the projects of a workspace that were made last, at most limit of them, with at most two queries
// of 1 MB. For many projects this takes a fifth of the units of reading each by its id.
func (s *Store) NewestProjects(
	ctx context.Context, w domain.ID, limit int,
) (_ map[domain.ID]projects.Project, err error) {
	defer core.Wrap(&err, "NewestProjects", w)
	r := table.PrefixRange(table.Base, key.WorkspacePK(w), key.ProjectPrefix)
	r.Descending = true
	found, err := table.ReadFirst[projects.Project](ctx, s.Table, r, limit)
	all := make(map[domain.ID]projects.Project, len(found))
	for _, p := range found {
		all[p.ID] = p
	}
	return all, err
}
