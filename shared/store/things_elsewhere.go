package store

import (
	"context"

	"stint/shared/domain"
)

// maxElsewhere bounds the look-ups in other workspaces that one request costs.
const maxElsewhere = 300

// Unknown are ids that a request refers to and its workspace does not have.
type Unknown struct {
	Projects, Tasks, Tags, Clients []domain.ID
	Users                          []domain.ID // members of the workspace
}

// None reports whether nothing is unknown.
func (u Unknown) None() bool {
	return len(u.Projects)+len(u.Tasks)+len(u.Tags)+len(u.Clients)+len(u.Users) == 0
}

// Elsewhere reports whether one of the ids belongs to another workspace that
// the user is an active member of, and is visible to them there. At most 300
// look-ups are made; what lies beyond them stays unknown. It is meant for the
// error path alone: one query and up to two rounds of batch reads.
func (s *Store) Elsewhere(ctx context.Context, here, u domain.ID, unknown Unknown) (bool, error) {
	if unknown.None() {
		return false, nil
	}
	pointers, _, err := s.query(ctx, under(base, userPK(u), "W#"), nil, maxElsewhere)
	if err != nil {
		return false, err
	}
	sights, err := s.sights(ctx, here, pointers, unknown)
	if err != nil || len(sights) == 0 {
		return false, err
	}
	return s.anyVisible(ctx, u, sights)
}

// sight is a thing found in another workspace; the project is "" for what
// every member sees.
type sight struct{ workspace, project domain.ID }

func (s *Store) sights(ctx context.Context, here domain.ID, pointers []item, unknown Unknown) ([]sight, error) {
	var keys []key
	places := map[key]domain.ID{}
	for _, it := range pointers {
		pointer, err := decode[membership](it)
		if err != nil {
			return nil, err
		}
		if w := pointer.WorkspaceID; w != here {
			for _, k := range unknown.keys(w) {
				keys, places[k] = append(keys, k), w
			}
		}
	}
	f, err := s.batch(ctx, keys[:min(len(keys), maxElsewhere)]...)
	if err != nil {
		return nil, err
	}
	var all []sight
	for k := range f {
		seen := sight{workspace: places[k]}
		if named, err := decode[struct {
			ID        domain.ID `db:"id"`
			ProjectID domain.ID `db:"pid,omitempty"`
		}](f[k]); err != nil {
			return nil, err
		} else if seen.project = named.ProjectID; k == projectKey(seen.workspace, named.ID) {
			seen.project = named.ID
		}
		all = append(all, seen)
	}
	return all, nil
}

func (u Unknown) keys(w domain.ID) []key {
	keys := Asked{Projects: u.Projects, Tasks: u.Tasks, Tags: u.Tags, Users: u.Users}.keys(w)
	for _, id := range u.Clients {
		keys = append(keys, clientKey(w, id))
	}
	return distinct(keys)
}

func (s *Store) anyVisible(ctx context.Context, u domain.ID, sights []sight) (bool, error) {
	var keys []key
	for _, x := range sights {
		keys = append(keys, metaKey(x.workspace), memberKey(x.workspace, u))
		if x.project != "" {
			keys = append(keys, projectKey(x.workspace, x.project), projectMemberKey(x.workspace, x.project, u))
		}
	}
	f, err := s.batch(ctx, keys...)
	if err != nil {
		return false, err
	}
	for _, x := range sights {
		if visible, err := x.visible(f, u); visible || err != nil {
			return visible, err
		}
	}
	return false, nil
}

// visible tells whether the user sees the thing in its workspace.
func (x sight) visible(f found, u domain.ID) (bool, error) {
	workspace, ok, err := one[domain.Workspace](f, metaKey(x.workspace))
	if err != nil || !ok || workspace.Deleted() {
		return false, err
	}
	member, ok, err := one[domain.Member](f, memberKey(x.workspace, u))
	if err != nil || !ok || !member.Active() {
		return false, err
	}
	if x.project == "" {
		return true, nil
	}
	project, ok, err := one[domain.Project](f, projectKey(x.workspace, x.project))
	_, isMember := f[projectMemberKey(x.workspace, x.project, u)]
	return ok && project.Visible(member.RoleIn(workspace), isMember), err
}
