package domain

// Visibility of changes. A viewer gets the records that they see. A record that they do
// not see any more, or that is deleted, they get as a delete if they may have seen it
// before. What they never could have seen is left out, because its id alone would say
// that there is something. What decides is kept on the records: Member.SawAll,
// Project.WasPublic, ProjectMember.WasManager, Entry.PastProjects and
// Submission.PastProjects, and the marks of deleted records.

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
	IsPublic, WasPublic   bool
	IsMember, WasMember   bool
	IsManager, WasManager bool
}

// ProjectSightOf is the sight of a project, its mark, the viewer's membership and its
// mark. Each is nil where there is none.
func ProjectSightOf(p *Project, mark *DeletionMark, member *ProjectMember, memberMark *DeletionMark) (s ProjectSight) {
	if p != nil {
		s.IsPublic, s.WasPublic = p.Visibility == Public, p.WasPublic
	}
	if mark != nil {
		s.WasPublic = mark.WasPublic
	}
	if member != nil {
		s.IsMember, s.IsManager, s.WasManager = true, member.IsManager, member.WasManager
	}
	if memberMark != nil {
		s.WasMember, s.WasManager = true, memberMark.WasManager
	}
	return s
}

// ChangeViewer is who reads changes, with what decides about what they see.
type ChangeViewer struct {
	UserID   ID
	Role     Role
	SawAll   bool                // they had a role that sees the whole workspace before
	Projects map[ID]ProjectSight // of the projects that the records name; for the role user
}

func (v ChangeViewer) seesAll() bool { return v.Role != RoleUser }

// OfOpen is the sight of what all members see: clients, tags, members and the workspace.
func (v ChangeViewer) OfOpen() Sight { return Sight{Sees: true, Saw: true} }

// OfInvitation is the sight of an invitation.
func (v ChangeViewer) OfInvitation() Sight { return Sight{Sees: v.seesAll(), Saw: v.SawAll} }

// OfProject is the sight of a project, its tasks and its members.
func (v ChangeViewer) OfProject(id ID) Sight {
	p := v.Projects[id]
	return Sight{
		Sees: v.seesAll() || p.IsPublic || p.IsMember,
		Saw:  v.SawAll || p.WasPublic || p.WasMember,
	}
}

// OfTime is the sight of an entry or a submission: of its owner, and of the managers of
// its projects. The past projects are those that it was on before.
func (v ChangeViewer) OfTime(owner ID, projects, past []ID) Sight {
	s := Sight{Sees: v.seesAll() || owner == v.UserID, Saw: v.SawAll || owner == v.UserID}
	for _, id := range projects {
		s.Sees = s.Sees || v.Projects[id].IsManager
		s.Saw = s.Saw || v.Projects[id].WasManager
	}
	for _, id := range past {
		s.Saw = s.Saw || v.Projects[id].IsManager || v.Projects[id].WasManager
	}
	return s
}
