package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// recentLookups are records of recent work that were read by their ids, before the list
// of all was read so far.
type recentLookups struct {
	ids      map[domain.ID]bool
	projects []domain.Project
	tasks    []domain.Task
	members  []domain.ProjectMember
}

// lookUp reads single projects, with the user's memberships of them, and tasks.
func (r *recentReader) lookUp(ctx context.Context, missing domain.Missing) error {
	var keys []table.Key
	for _, id := range missing.ProjectIDs {
		if keys = append(keys, projectKey(r.workspace, id)); r.query.ProjectMembers {
			keys = append(keys, projectMemberKey(r.workspace, id, r.query.UserID))
		}
	}
	for _, id := range missing.TaskIDs {
		keys = append(keys, taskKey(r.workspace, id))
	}
	items, err := r.table.BatchGet(ctx, keys...)
	if err != nil {
		return err
	}
	for _, id := range missing.ProjectIDs {
		r.lookedUp.ids[id] = true
		if err := addFound(&r.lookedUp.projects, items, projectKey(r.workspace, id)); err != nil {
			return err
		}
		if err := addFound(&r.lookedUp.members, items, projectMemberKey(r.workspace, id, r.query.UserID)); err != nil {
			return err
		}
	}
	for _, id := range missing.TaskIDs {
		r.lookedUp.ids[id] = true
		if err := addFound(&r.lookedUp.tasks, items, taskKey(r.workspace, id)); err != nil {
			return err
		}
	}
	return nil
}

// addFound appends the record under a key, if there is one.
func addFound[T any](to *[]T, items table.Items, k table.Key) error {
	record, ok, err := table.Lookup[T](items, k)
	if ok {
		*to = append(*to, record)
	}
	return err
}
