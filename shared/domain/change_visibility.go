package domain

// Visibility of changes. A viewer gets the records that they see. A record that they do
// not see any more, or that is deleted, they get as a delete if they may have seen it
// before. What they never could have seen is left out, because its id alone would say
// that there is something. So a former viewer gets nothing of records that were made, or
// came to a project, after they lost sight. What decides is kept on the records:
// Member.SawAllUntil, Project.PublicUntil, ProjectMember.ManagerUntil, Entry.ProjectStays
// and Submission.ProjectStays, and the marks of deleted records.

// Sight is whether a viewer sees a record now, and whether they may have seen it before.
type Sight struct{ Sees, Saw bool }

// ChangeFor is how the viewer gets the change of a record; ok is false when they do not
// get it.
func (s Sight) ChangeFor(isDeleted bool) (kind ChangeKind, ok bool) {
	switch {
	case s.Sees && !isDeleted:
		return ChangeUpsert, true
	default:
		return ChangeDelete, s.Sees || s.Saw
	}
}

// ProjectSight is what a viewer has to do with a project.
type ProjectSight struct {
	IsPublic, IsMember, IsManager bool

	// When each ended the last time; nil for never.
	PublicUntil, MemberUntil, ManagerUntil *OrderedInstant
}

// ProjectSightOf is the sight of a project, its mark, the viewer's membership and its
// mark. Each is nil where there is none.
func ProjectSightOf(p *Project, mark *DeletionMark, member *ProjectMember, memberMark *DeletionMark) (s ProjectSight) {
	if p != nil {
		s.IsPublic, s.PublicUntil = p.Visibility == Public, p.PublicUntil
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

// ChangeViewer is who reads changes, with what decides about what they see.
type ChangeViewer struct {
	UserID      ID
	Role        Role
	SawAllUntil *OrderedInstant     // when they lost a role that sees the whole workspace; nil for never
	Projects    map[ID]ProjectSight // of the projects that the records name; for the role user
}

func (v ChangeViewer) seesAll() bool { return v.Role != RoleUser }

// OfOpen is the sight of what all members see: clients, tags, members and the workspace.
func (v ChangeViewer) OfOpen() Sight { return Sight{Sees: true, Saw: true} }

// OfInvitation is the sight of an invitation.
func (v ChangeViewer) OfInvitation(made OrderedInstant) Sight {
	return Sight{Sees: v.seesAll(), Saw: made.IsBefore(v.SawAllUntil)}
}

// OfProject is the sight of a project or one of its tasks.
func (v ChangeViewer) OfProject(id ID, made OrderedInstant) Sight {
	p := v.Projects[id]
	return Sight{
		Sees: v.seesAll() || p.IsPublic || p.IsMember,
		Saw:  made.IsBefore(v.SawAllUntil) || made.IsBefore(p.PublicUntil) || made.IsBefore(p.MemberUntil),
	}
}

// OfProjectMember is the sight of a member of a project. Everyone saw their own membership.
func (v ChangeViewer) OfProjectMember(project, user ID, made OrderedInstant) Sight {
	s := v.OfProject(project, made)
	s.Saw = s.Saw || user == v.UserID
	return s
}

// OfTime is the sight of an entry or a submission: of its owner, and of the managers of
// its projects. The stays are those that it remembers.
func (v ChangeViewer) OfTime(owner ID, made OrderedInstant, projects []ID, stays []ProjectStay) Sight {
	isOwn := owner == v.UserID
	s := Sight{Sees: v.seesAll() || isOwn, Saw: isOwn || made.IsBefore(v.SawAllUntil)}
	for _, id := range projects {
		s.Sees = s.Sees || v.Projects[id].IsManager
	}
	for _, stay := range withPresent(stays, projects, made) {
		p := v.Projects[stay.ProjectID]
		s.Saw = s.Saw || p.IsManager || stay.Since.IsBefore(p.ManagerUntil)
	}
	return s
}

// KnowsTime reports whether there may be an entry of a submission that the viewer sees or
// saw.
func (v ChangeViewer) KnowsTime(owner ID, projects []ID, stays []ProjectStay) bool {
	known := v.seesAll() || owner == v.UserID || v.SawAllUntil != nil
	for _, stay := range stays {
		projects = append(projects, stay.ProjectID)
	}
	for _, id := range projects {
		p := v.Projects[id]
		known = known || p.IsManager || p.ManagerUntil != nil
	}
	return known
}
