package projectdb

import (
	"context"
	"maps"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/table"
)

// creation is records that one request makes: all or none.
type creation struct {
	workspace domain.ID
	remember  []table.Action          // the first actions: a request that fails on them gets the remembered answer
	records   []table.Action          // one for each record
	claims    map[table.Key]domain.ID // guards, and the records that get them
	managers  []table.Item            // of projects: nobody can see them before their project is made
	counts    map[domain.ID]int       // how many projects each client gets
	more      []table.Action          // what else the write does
}

// CreateClients makes clients, all or none. Errors: ErrBeingMade when a name or an
// external id is taken, domain.ErrReplayExists.
func (s *Store) CreateClients(
	ctx context.Context, w domain.ID, all []projects.Client, r domain.ReplayRecord,
) (err error) {
	defer core.Wrap(&err, "CreateClients", w)
	return s.create(ctx, creationOf(ctx, s, clientRecords, w, all, r))
}

// CreateTags is CreateClients for tags.
func (s *Store) CreateTags(ctx context.Context, w domain.ID, all []projects.Tag, r domain.ReplayRecord) (err error) {
	defer core.Wrap(&err, "CreateTags", w)
	return s.create(ctx, creationOf(ctx, s, tagRecords, w, all, r))
}

// CreateTasks is CreateClients for tasks of one project, which counts their creation.
// Errors also: not_found when the project was deleted concurrently.
func (s *Store) CreateTasks(
	ctx context.Context, w, project domain.ID, all []projects.Task, r domain.ReplayRecord,
) (err error) {
	defer core.Wrap(&err, "CreateTasks", w, project)
	x := creationOf(ctx, s, taskRecords, w, all, r)
	if len(all) > 0 {
		x.more = append(x.more, core.CountTasks(w, project).Or(problem.NotFound()))
	}
	return s.create(ctx, x)
}

// CreateProjects is CreateClients for projects, each with its first manager if there is
// one. Errors also: ErrClientDeleted when a client was deleted concurrently.
func (s *Store) CreateProjects(
	ctx context.Context, w domain.ID, all []projects.ProjectAccess, r domain.ReplayRecord,
) (err error) {
	defer core.Wrap(&err, "CreateProjects", w)
	projects := make([]projects.Project, len(all))
	for i, made := range all {
		projects[i] = made.Project
	}
	x := creationOf(ctx, s, projectRecords, w, projects, r)
	for _, p := range projects {
		if p.Budget != nil { // one watch for all of them
			x.more = append(x.more, s.watchBudgets(w, p, nil)...)
			break
		}
	}
	for _, made := range all {
		if made.Project.ClientID != "" {
			x.counts[made.Project.ClientID]++
		}
		if made.Membership != nil {
			x.managers = append(x.managers, projectMemberItem(w, *made.Membership))
		}
	}
	return s.create(ctx, x)
}

func creationOf[T any](ctx context.Context, s *Store, u uniqueRecords[T], w domain.ID, all []T,
	r domain.ReplayRecord) creation {
	x := creation{workspace: w, remember: s.RememberActions(r), claims: map[table.Key]domain.ID{},
		counts: map[domain.ID]int{}, more: u.auditMade(ctx, s, w, all)}
	for _, record := range all {
		x.records = append(x.records, table.Create(u.item(w, record)))
		for _, k := range u.guards(w, record).keys() {
			x.claims[k] = u.id(record)
		}
	}
	return x
}

// create writes a creation in one transaction, or with a reservation where it does not
// fit.
func (s *Store) create(ctx context.Context, x creation) error {
	actions := slices.Concat(x.remember, x.records, x.reserved(""), x.countActions(+1), x.more)
	switch {
	case len(actions) == 0:
		return nil
	case len(actions) <= table.MaxActions:
		return s.Table.Commit(ctx, actions...)
	}
	return s.createReserved(ctx, x)
}

// reserved are the writes of what nobody can see yet: guards and managers. The guards are in the
// order of their keys, so that of two creations with the same names one gets all of them.
func (x creation) reserved(reservation domain.ID) []table.Action {
	var actions []table.Action
	for _, k := range slices.SortedFunc(maps.Keys(x.claims), table.Key.Compare) {
		held := table.Encode(k, core.GuardHolder{ID: x.claims[k], Reservation: reservation})
		actions = append(actions, table.Create(held).Or(ErrBeingMade))
	}
	for _, it := range x.managers {
		actions = append(actions, table.Create(it))
	}
	return actions
}

// countActions count the projects of the clients; by is +1, or -1 to take it back.
func (x creation) countActions(by int) []table.Action {
	return projectCountActions(x.workspace, x.counts, by)
}

func projectCountActions(w domain.ID, counts map[domain.ID]int, by int) []table.Action {
	var actions []table.Action
	for _, c := range slices.Sorted(maps.Keys(counts)) {
		actions = append(actions, addProjectCount(w, c, by*counts[c]).Or(ErrClientDeleted))
	}
	return actions
}
