package projectdb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// ProjectMemberUser is a project member with their account.
type ProjectMemberUser struct {
	Member projects.ProjectMember
	User   people.User
}

var (
	errAlreadyProjectMember = problem.Conflict(problem.AlreadyMember, "The user is a member of the project already.")
	errNotMember            = problem.InvalidField("userId", problem.UserNotFound)
)

// ProjectMember reads a project, the caller's access to it, and one of its
// members, in one batch read. The member is nil when there is none. Errors:
// not_found when there is no such project.
func (s *Store) ProjectMember(
	ctx context.Context, w, p, caller, member domain.ID,
) (_ projects.ProjectAccess, _ *ProjectMemberUser, err error) {
	defer core.Wrap(&err, "ProjectMember", w, p, caller, member)
	target, profile := key.ProjectMember(w, p, member), key.Profile(member)
	f, err := s.Table.BatchGet(ctx, key.Project(w, p), key.ProjectMember(w, p, caller), target, profile)
	if err != nil {
		return projects.ProjectAccess{}, nil, err
	}
	access, err := projectAccessIn(f, w, p, caller)
	if err != nil {
		return access, nil, err
	}
	if !f.Has(target) || !f.Has(profile) {
		return access, nil, nil
	}
	memberUser, err := projectMemberUserIn(f, target, profile)
	return access, &memberUser, err
}

func projectMemberUserIn(f table.Items, target, profile table.Key) (memberUser ProjectMemberUser, err error) {
	if memberUser.Member, _, err = table.Lookup[projects.ProjectMember](f, target); err != nil {
		return memberUser, err
	}
	memberUser.User, _, err = table.Lookup[people.User](f, profile)
	return memberUser, err
}

// ProjectMembers lists the members of a project by user id, with one query and
// one batch read.
func (s *Store) ProjectMembers(
	ctx context.Context, w, p domain.ID, page table.PageRequest,
) (_ table.Page[ProjectMemberUser], err error) {
	defer core.Wrap(&err, "ProjectMembers", w, p)
	rows, err := table.List[projects.ProjectMember](ctx, s.Table,
		table.PrefixRange(table.Base, key.WorkspacePK(w), key.MembersOfProjectPrefix(p)), page, nil)
	if err != nil {
		return table.Page[ProjectMemberUser]{}, err
	}
	profiles := make([]table.Key, len(rows.Items))
	for i, row := range rows.Items {
		profiles[i] = key.Profile(row.UserID)
	}
	users, err := table.GetEach[people.User](ctx, s.Table, profiles)
	if err != nil {
		return table.Page[ProjectMemberUser]{}, err
	}
	out := table.Page[ProjectMemberUser]{Items: make([]ProjectMemberUser, len(rows.Items)), Next: rows.Next}
	for i, row := range rows.Items {
		out.Items[i].Member = row
		if users[i] != nil {
			out.Items[i].User = *users[i]
		}
	}
	return out, nil
}

// ProjectCandidate is a user who may be added to a project.
type ProjectCandidate struct {
	User          *people.User
	Member        *people.Member // of the workspace; nil for a user who never was one
	ProjectMember *projects.ProjectMember
	ManagerUntil  *domain.OrderedInstant // of the project, before they left it; nil for never
}

// ProjectCandidate reads what must be known of a user before they join a project,
// in one batch read.
func (s *Store) ProjectCandidate(ctx context.Context, w, p, u domain.ID) (c ProjectCandidate, err error) {
	defer core.Wrap(&err, "ProjectCandidate", w, p, u)
	f, err := s.Table.BatchGetMarks(ctx, key.Profile(u), key.Member(w, u), key.ProjectMember(w, p, u))
	if err != nil {
		return c, err
	}
	if c.User, err = table.LookupOrNil[people.User](f, key.Profile(u)); err != nil {
		return c, err
	}
	if c.Member, err = table.LookupOrNil[people.Member](f, key.Member(w, u)); err != nil {
		return c, err
	}
	member, mark, err := core.RecordOrMark[projects.ProjectMember](f, key.ProjectMember(w, p, u))
	if c.ProjectMember = member; mark != nil {
		c.ManagerUntil = mark.ManagerUntil
	}
	return c, err
}

// AddProjectMember makes a user a member of a project. Errors: conflict when they
// are one already, validation when they are not an active member of the workspace
// any more, not_found when the project was deleted concurrently.
func (s *Store) AddProjectMember(
	ctx context.Context, w domain.ID, m projects.ProjectMember, r domain.ReplayRecord, e audit.Event,
) (err error) {
	defer core.Wrap(&err, "AddProjectMember", w, e.ID)
	return s.Table.Commit(ctx, append(append(s.RememberActions(r), s.AuditActions(ctx, w, e)...),
		table.Check(key.Project(w, m.ProjectID), table.Present).Or(problem.NotFound()),
		table.Check(key.Member(w, m.UserID), core.IsActive).Or(errNotMember),
		table.Create(projectMemberItem(w, m)).Or(errAlreadyProjectMember),
	)...)
}

// ChangeProjectMember writes a project member in place of the version that was
// read. The manager is the user whose right to it comes from managing the project; "" for
// others. Errors: conflict when the member was changed or removed concurrently, or the
// manager is none any more.
func (s *Store) ChangeProjectMember(
	ctx context.Context, w, manager domain.ID, was, now projects.ProjectMember, e audit.Event,
) (err error) {
	defer core.Wrap(&err, "ChangeProjectMember", w, manager, e.ID)
	actions := append(stillManages(w, manager, was), table.Replace(projectMemberItem(w, now), was.Version))
	return s.Table.Commit(ctx, append(actions, s.AuditActions(ctx, w, e)...)...)
}

// RemoveProjectMember removes a project member. Their entries stay as they are. The
// manager and the errors are as in ChangeProjectMember.
func (s *Store) RemoveProjectMember(
	ctx context.Context, w, manager domain.ID, m projects.ProjectMember, e audit.Event,
) (err error) {
	defer core.Wrap(&err, "RemoveProjectMember", w, manager, e.ID)
	gone := s.DeleteLeaving(key.ProjectMember(w, m.ProjectID, m.UserID),
		projects.MarkOfProjectMember(m, s.Instant())).Provided(table.AtVersion(m.Version))
	actions := append(stillManages(w, manager, m), gone)
	return s.Table.Commit(ctx, append(actions, s.AuditActions(ctx, w, e)...)...)
}

// stillManages holds while the manager is one. Only changes of other managers need it:
// otherwise two managers could each remove the other.
func stillManages(w, manager domain.ID, changed projects.ProjectMember) []table.Action {
	if manager == "" || manager == changed.UserID || !changed.IsManager {
		return nil
	}
	isManager := core.Field[projects.ProjectMember]("IsManager").Equal(expression.Value(true))
	return []table.Action{table.Check(key.ProjectMember(w, changed.ProjectID, manager), isManager).Or(core.ErrRightLost)}
}

// CleanProject deletes the members of a deleted project. It may be repeated, and
// does nothing to a project that exists.
func (s *Store) CleanProject(ctx context.Context, w, p domain.ID) (err error) {
	defer core.Wrap(&err, "CleanProject", w, p)
	if _, alive, err := table.Get[projects.Project](ctx, s.Table, key.Project(w, p)); alive || err != nil {
		return err
	}
	rows, err := table.ReadAll[projects.ProjectMember](ctx, s.Table,
		table.PrefixRange(table.Base, key.WorkspacePK(w), key.MembersOfProjectPrefix(p)))
	if err != nil {
		return err
	}
	for len(rows) > 0 {
		n := min(len(rows), table.MaxActions)
		var actions []table.Action
		for _, row := range rows[:n] {
			actions = append(actions, s.DeleteLeaving(key.ProjectMember(w, p, row.UserID),
				projects.MarkOfProjectMember(row, s.Instant())))
		}
		if err := s.Table.Commit(ctx, actions...); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

func projectMemberItem(w domain.ID, m projects.ProjectMember) table.Item {
	return table.WithLSK(table.Encode(key.ProjectMember(w, m.ProjectID, m.UserID), m),
		key.MemberOfProjectLSK(m.UserID, m.ProjectID))
}
