package store

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
)

// Seat is a user's membership of a project, with the user it belongs to.
type Seat struct {
	Member domain.ProjectMember
	User   domain.User
}

var (
	errMemberAlready = problem.Clash("The user is a member of the project already.")
	errNoSuchMember  = problem.InvalidField("userId", problem.UserNotFound)
)

// Seat reads a project, how one user stands to it, and the membership of
// another, in one round. Errors: not_found when there is no such project; a
// missing membership is a nil seat.
func (s *Store) Seat(ctx context.Context, w, p, asks, member domain.ID) (domain.Standing, *Seat, error) {
	place, profile := projectMemberKey(w, p, member), profileKey(member)
	f, err := s.batch(ctx, projectKey(w, p), projectMemberKey(w, p, asks), place, profile)
	if err != nil {
		return domain.Standing{}, nil, err
	}
	standing, err := standingIn(f, w, p, asks)
	if err != nil {
		return standing, nil, err
	}
	if f[place] == nil || f[profile] == nil {
		return standing, nil, nil
	}
	seat, err := seatIn(f, place, profile)
	return standing, &seat, err
}

func seatIn(f found, place, profile key) (seat Seat, err error) {
	if seat.Member, _, err = one[domain.ProjectMember](f, place); err != nil {
		return seat, err
	}
	seat.User, _, err = one[domain.User](f, profile)
	return seat, err
}

// ProjectMembers lists the members of a project by user id: a query, and a
// batch for their names.
func (s *Store) ProjectMembers(ctx context.Context, w, p domain.ID, page Page) (Listed[Seat], error) {
	rows, err := list[domain.ProjectMember](ctx, s, under(base, workspacePK(w), projectMemberKey(w, p, "").sk), page, nil)
	if err != nil {
		return Listed[Seat]{}, err
	}
	profiles := make([]key, len(rows.Items))
	for i, row := range rows.Items {
		profiles[i] = profileKey(row.UserID)
	}
	f, err := s.batch(ctx, profiles...)
	if err != nil {
		return Listed[Seat]{}, err
	}
	out := Listed[Seat]{Items: make([]Seat, len(rows.Items)), Next: rows.Next}
	for i, row := range rows.Items {
		out.Items[i].Member = row
		if out.Items[i].User, _, err = one[domain.User](f, profiles[i]); err != nil {
			return Listed[Seat]{}, err
		}
	}
	return out, nil
}

// Candidate is somebody who might become a member of a project.
type Candidate struct {
	User   *domain.User
	Member *domain.Member // of the workspace; nil for one who never was
	Place  *domain.ProjectMember
}

// Candidate reads what must be known of a user before they join a project, in
// one round.
func (s *Store) Candidate(ctx context.Context, w, p, u domain.ID) (c Candidate, err error) {
	f, err := s.batch(ctx, profileKey(u), memberKey(w, u), projectMemberKey(w, p, u))
	if err != nil {
		return c, err
	}
	if c.User, err = orNil[domain.User](f, profileKey(u)); err != nil {
		return c, err
	}
	if c.Member, err = orNil[domain.Member](f, memberKey(w, u)); err != nil {
		return c, err
	}
	c.Place, err = orNil[domain.ProjectMember](f, projectMemberKey(w, p, u))
	return c, err
}

// AddProjectMember makes a user a member of a project. Errors: conflict when
// they are one already, validation when they are no active member of the
// workspace any more, not_found when the project was deleted meanwhile.
func (s *Store) AddProjectMember(ctx context.Context, w domain.ID, m domain.ProjectMember, r domain.Remember) error {
	active := expression.Name("state").Equal(expression.Value(string(domain.Active)))
	return s.commit(ctx, append(s.remembering(r),
		check(projectKey(w, m.ProjectID), present).or(problem.Missing()),
		check(memberKey(w, m.UserID), active).or(errNoSuchMember),
		create(projectMemberItem(w, m)).or(errMemberAlready),
	)...)
}

// ChangeProjectMember writes a membership over the version that was read.
// Errors: conflict when it was changed or removed meanwhile.
func (s *Store) ChangeProjectMember(ctx context.Context, w domain.ID, was, now domain.ProjectMember) error {
	return s.commit(ctx, replace(projectMemberItem(w, now), was.Version))
}

// RemoveProjectMember ends a membership; what was tracked stays as it is.
// Errors: conflict when it was changed meanwhile.
func (s *Store) RemoveProjectMember(ctx context.Context, w domain.ID, m domain.ProjectMember) error {
	return s.commit(ctx, erase(projectMemberKey(w, m.ProjectID, m.UserID)).provided(atVersion(m.Version)))
}

// CleanProject removes the memberships that a deleted project left behind. It
// may be repeated, and does nothing to a project that is still there.
func (s *Store) CleanProject(ctx context.Context, w, p domain.ID) error {
	if _, alive, err := get[domain.Project](ctx, s, projectKey(w, p)); alive || err != nil {
		return err
	}
	rows, err := all[domain.ProjectMember](ctx, s, under(base, workspacePK(w), projectMemberKey(w, p, "").sk))
	if err != nil {
		return err
	}
	for len(rows) > 0 {
		n := min(len(rows), maxActions)
		var actions []action
		for _, row := range rows[:n] {
			actions = append(actions, erase(projectMemberKey(w, p, row.UserID)))
		}
		if err := s.commit(ctx, actions...); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

func projectMemberItem(w domain.ID, m domain.ProjectMember) item {
	return sorted(encode(projectMemberKey(w, m.ProjectID, m.UserID), m), memberOfProjectLSK(m.UserID, m.ProjectID))
}
