package feed

import (
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
)

// Visibility of changes. A viewer gets the records that they see. They get a delete for a
// record that is deleted, or that they do not see any more, if they may have seen it before.
// They get nothing of a record that they could never see, because its id alone would say that
// it exists. So they get nothing of records that were made, or moved to a project, after they
// stopped seeing it.
//
// What this needs is kept on the records (Member.SawAllUntil, Project.PublicUntil,
// ProjectMember.ManagerUntil, Entry.ProjectStays, Submission.ProjectStays) and on the marks of
// deleted records.

// Sight is whether a viewer sees a record now, and whether they may have seen it before.
type Sight struct{ Sees, Saw bool }

// ChangeFor is the kind of change that the viewer gets for a record; ok is false when they get
// none.
func (s Sight) ChangeFor(isDeleted bool) (kind ChangeKind, ok bool) {
	switch {
	case s.Sees && !isDeleted:
		return ChangeUpsert, true
	default:
		return ChangeDelete, s.Sees || s.Saw
	}
}

// ProjectSight is what a viewer sees of a project, and what they saw before.
type ProjectSight struct {
	IsPublic, IsMember, IsManager bool

	// When each of these ended the last time; nil for never.
	PublicUntil, MemberUntil, ManagerUntil *domain.OrderedInstant
}

// ProjectSightOf makes the sight of a project from the project or its mark, and from the viewer's
// membership or its mark. Each is nil if there is none.
func ProjectSightOf(p *projects.Project, mark *domain.DeletionMark, member *projects.ProjectMember,
	memberMark *domain.DeletionMark) (s ProjectSight) {
	if p != nil {
		s.IsPublic, s.PublicUntil = p.Visibility == domain.Public, p.PublicUntil
	}
	if mark != nil {
		s.PublicUntil = mark.PublicUntil
	}
	if member != nil {
		s.IsMember, s.IsManager, s.ManagerUntil = true, member.IsManager, member.ManagerUntil
	}
	if memberMark != nil {
		s.MemberUntil, s.ManagerUntil = memberMark.MemberUntil, memberMark.ManagerUntil
	}
	return s
}

// ChangeViewer is a user who reads changes, with everything that decides what they see.
type ChangeViewer struct {
	UserID      domain.ID
	Role        people.Role
	SawAllUntil *domain.OrderedInstant     // when they lost a role that sees the whole workspace; nil for never
	Projects    map[domain.ID]ProjectSight // of the projects that the records name; needed for the role user
}

// SeesAll reports whether the viewer sees all time and all projects of the workspace, with their rates, whatever their
// projects are.
func (v ChangeViewer) SeesAll() bool { return v.Role.ReadsAll() }

// OfOpen is the sight of what all members see: clients, tags, members and the workspace.
func (v ChangeViewer) OfOpen() Sight { return Sight{Sees: true, Saw: true} }

// OfInvitation is the sight of an invitation.
func (v ChangeViewer) OfInvitation(made domain.OrderedInstant) Sight {
	return Sight{Sees: v.SeesAll(), Saw: made.IsBefore(v.SawAllUntil)}
}

// OfProject is the sight of a project or one of its tasks.
func (v ChangeViewer) OfProject(id domain.ID, made domain.OrderedInstant) Sight {
	p := v.Projects[id]
	return Sight{
		Sees: v.SeesAll() || p.IsPublic || p.IsMember,
		Saw:  made.IsBefore(v.SawAllUntil) || made.IsBefore(p.PublicUntil) || made.IsBefore(p.MemberUntil),
	}
}

// OfProjectMember is the sight of a member of a project. Everyone saw their own membership.
func (v ChangeViewer) OfProjectMember(project, user domain.ID, made domain.OrderedInstant) Sight {
	s := v.OfProject(project, made)
	s.Saw = s.Saw || user == v.UserID
	return s
}

// OfTime is the sight of an entry or a submission. Its owner sees it, and so do the managers of
// its projects. The stays are those that it remembers.
func (v ChangeViewer) OfTime(owner domain.ID, made domain.OrderedInstant, projects []domain.ID,
	stays []domain.ProjectStay) Sight {
	isOwn := owner == v.UserID
	s := Sight{Sees: v.SeesAll() || isOwn, Saw: isOwn || made.IsBefore(v.SawAllUntil)}
	for _, id := range projects {
		s.Sees = s.Sees || v.Projects[id].IsManager
	}
	for _, stay := range domain.WithPresent(stays, projects, made) {
		p := v.Projects[stay.ProjectID]
		s.Saw = s.Saw || p.IsManager || stay.Since.IsBefore(p.ManagerUntil)
	}
	return s
}

// KnowsTime reports whether there may be an entry of a submission that the viewer sees or
// saw.
func (v ChangeViewer) KnowsTime(owner domain.ID, projects []domain.ID, stays []domain.ProjectStay) bool {
	known := v.SeesAll() || owner == v.UserID || v.SawAllUntil != nil
	for _, stay := range stays {
		projects = append(projects, stay.ProjectID)
	}
	for _, id := range projects {
		p := v.Projects[id]
		known = known || p.IsManager || p.ManagerUntil != nil
	}
	return known
}
