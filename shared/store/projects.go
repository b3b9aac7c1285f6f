package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/problem"
)

// errClientGone is what a project is told whose client was deleted at that moment.
var errClientGone = problem.InvalidField("clientId", problem.ClientNotFound)

// Standing reads a project and a user's place in it, in one round. Errors:
// not_found when there is no such project.
func (s *Store) Standing(ctx context.Context, w, p, u domain.ID) (domain.Standing, error) {
	f, err := s.batch(ctx, projectKey(w, p), projectMemberKey(w, p, u))
	if err != nil {
		return domain.Standing{}, err
	}
	return standingIn(f, w, p, u)
}

func standingIn(f found, w, p, u domain.ID) (standing domain.Standing, err error) {
	project, err := orNil[domain.Project](f, projectKey(w, p))
	if err != nil {
		return standing, err
	}
	if project == nil {
		return standing, problem.Missing()
	}
	mine, err := orNil[domain.ProjectMember](f, projectMemberKey(w, p, u))
	return domain.Standing{Project: *project, Mine: mine}, err
}

// CreateProject makes a project, counts it with its client, and makes its
// first manager where one is given. Errors: validation when the name is taken
// or the client was deleted meanwhile.
func (s *Store) CreateProject(ctx context.Context, w domain.ID, p domain.Project, manager *domain.ProjectMember, r domain.Remember) error {
	actions := append(s.remembering(r),
		create(projectItem(w, p)),
		projectTitle(p).claim(w, p.ID),
	)
	if p.ClientID != "" {
		actions = append(actions, counted(w, p.ClientID, +1).or(errClientGone))
	}
	if manager != nil {
		actions = append(actions, create(projectMemberItem(w, *manager)))
	}
	return s.commit(ctx, actions...)
}

// ChangeProject writes a project over what was read; that it was used stays
// out of it. A project that moves to another client takes its name along.
// Errors: conflict when it was changed or deleted meanwhile, validation when
// the name is taken or the client was deleted meanwhile.
func (s *Store) ChangeProject(ctx context.Context, w domain.ID, was, now domain.Project) error {
	actions := []action{amend(projectItem(w, now), was.Version,
		"client", "name", "color", "vis", "billable", "rate", "archived", attrLSK)}
	actions = append(actions, projectTitle(was).exchange(w, now.ID, projectTitle(now))...)
	if was.ClientID != now.ClientID {
		if now.ClientID != "" {
			actions = append(actions, counted(w, now.ClientID, +1).or(errClientGone))
		}
		if was.ClientID != "" {
			actions = append(actions, counted(w, was.ClientID, -1))
		}
	}
	return s.commit(ctx, actions...)
}

// DeleteProject deletes a project that no entry or task ever named. Its
// memberships, which nobody sees any more, are removed by the worker, who is
// told in the same transaction. Errors: conflict when it was used, or changed
// or deleted meanwhile.
func (s *Store) DeleteProject(ctx context.Context, w domain.ID, p domain.Project) error {
	now := s.instant()
	actions := []action{
		eraseUnused(projectKey(w, p.ID), p.Version),
		projectTitle(p).release(w),
		queued(domain.Work{
			ID: domain.NewID(), Kind: domain.WorkCleanProject, WorkspaceID: w, TargetID: p.ID, CreatedAt: now,
		}, now),
	}
	if p.ClientID != "" {
		actions = append(actions, counted(w, p.ClientID, -1))
	}
	return s.commit(ctx, actions...)
}

func projectItem(w domain.ID, p domain.Project) item {
	return sorted(encode(projectKey(w, p.ID), p), projectOfClientLSK(p.ClientID, p.ID))
}

func projectTitle(p domain.Project) title { return title{projectNames, p.ClientID, p.Name} }
