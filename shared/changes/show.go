package changes

import (
	"stint/shared/access"
	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/store/feeddb"
	"stint/shared/store/projectdb"
)

// shown is a record as the viewer may see it.
type shown struct {
	id, user, project domain.ID
	sight             feed.Sight
	isDeleted         bool
	record            any
	stable            any // the record without what only time changes; nil where it is the same
}

// show is what is shown of a record. ok is false for one that a newer row will show.
func (v view) show(x feeddb.Changed) (s shown, ok bool) {
	if x.Mark != nil {
		return v.showMark(x.Type, *x.Mark), true
	}
	switch x.Type {
	case feed.ChangeEntry:
		return v.showEntry(*x.Entry), true
	case feed.ChangeClient:
		return shown{id: x.Client.ID, sight: v.sees.OfOpen(), record: answers.OfClient(*x.Client)}, true
	case feed.ChangeTag:
		return shown{id: x.Tag.ID, sight: v.sees.OfOpen(), record: answers.OfTag(*x.Tag)}, true
	case feed.ChangeProject:
		return v.showProject(*x.Project), true
	case feed.ChangeTask:
		return v.showTask(*x.Task), true
	case feed.ChangeProjectMember:
		return v.showProjectMember(*x.ProjectMember), true
	case feed.ChangeMember:
		return v.showMember(*x.Member), true
	case feed.ChangeInvitation:
		return v.showInvitation(*x.Invitation), true
	case feed.ChangeWorkspace:
		return shown{id: x.Workspace.ID, sight: v.sees.OfOpen(),
			record: answers.OfWorkspace(*x.Workspace, v.Member.RoleIn(*x.Workspace))}, true
	case feed.ChangeSubmission:
		return v.showSubmission(*x.Submission)
	}
	return s, false
}

// showMark shows a deleted record.
func (v view) showMark(kind feed.ChangeType, m domain.DeletionMark) shown {
	s := shown{id: m.ID, isDeleted: true}
	made := m.WhenMade()
	switch kind {
	case feed.ChangeEntry:
		s.user = m.UserID
		s.sight = v.sees.OfTime(m.UserID, made, []domain.ID{m.ProjectID}, m.ProjectStays)
	case feed.ChangeProject:
		s.sight = v.sees.OfProject(m.ID, made)
	case feed.ChangeTask:
		s.sight = v.sees.OfProject(m.ProjectID, made)
	case feed.ChangeProjectMember:
		s.id, s.user, s.project = m.UserID, m.UserID, m.ProjectID
		s.sight = v.sees.OfProjectMember(m.ProjectID, m.UserID, made)
	case feed.ChangeInvitation:
		s.sight = v.sees.OfInvitation(made)
	default:
		s.sight = v.sees.OfOpen()
	}
	return s
}

func (v view) showEntry(e timelog.Entry) shown {
	s := shown{id: e.ID, user: e.UserID, sight: v.sees.OfTime(e.UserID, e.Made(), []domain.ID{e.ProjectID},
		e.ProjectStays)}
	answer := v.Show(e, v.now)
	s.record = answer
	if e.Running() {
		answer.DurationSeconds = 0
		s.stable = answer
	}
	return s
}

// showProject shows a project as it was read after its row, with the viewer's membership.
func (v view) showProject(p projects.Project) shown {
	now, exists := v.Projects[p.ID]
	return shown{id: p.ID, sight: v.sees.OfProject(p.ID, p.Made()), isDeleted: !exists,
		record: answers.OfProject(v.Caller, now)}
}

func (v view) showTask(t projects.Task) shown {
	_, exists := v.Projects[t.ProjectID]
	return shown{id: t.ID, sight: v.sees.OfProject(t.ProjectID, t.Made()), isDeleted: !exists, record: answers.OfTask(t)}
}

func (v view) showMember(m people.Member) shown {
	user := people.MemberUser{Member: m, User: v.Users[m.UserID]}
	return shown{id: m.UserID, user: m.UserID, sight: v.sees.OfOpen(), record: answers.OfWorkspaceMember(v.Caller, user)}
}

func (v view) showProjectMember(m projects.ProjectMember) shown {
	p, exists := v.Projects[m.ProjectID]
	user := projectdb.ProjectMemberUser{Member: m, User: v.Users[m.UserID]}
	return shown{
		id: m.UserID, user: m.UserID, project: m.ProjectID, sight: v.sees.OfProjectMember(m.ProjectID, m.UserID, m.Made()),
		isDeleted: !exists, record: answers.OfProjectMember(v.Caller, access.Project{ProjectAccess: p}, user),
	}
}

func (v view) showInvitation(i people.Invitation) shown {
	var inviter *people.Member
	if m, ok := v.Inviters[i.InviterID]; ok {
		inviter = &m
	}
	return shown{id: i.ID, sight: v.sees.OfInvitation(i.Made()), isDeleted: !i.IsOpen(v.now),
		record: answers.OfInvitation(i, i.Status(inviter))}
}

// showSubmission shows a submission, unless it was changed since its row was read.
func (v view) showSubmission(sub timesheets.Submission) (shown, bool) {
	d, ok := v.Submissions[sub.ID]
	if !ok {
		return shown{}, false
	}
	return shown{
		id: sub.ID, sight: v.sees.OfTime(sub.UserID, sub.Made(), sub.Projects(), sub.ProjectStays),
		record: answers.OfSubmission(v.Viewer, d, v.now),
	}, true
}
