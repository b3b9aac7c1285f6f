package store

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/timesheetdb"
	"stint/shared/table"
)

// Approvers lists the members that a submission waits for, at most timesheets.MaxApprovers: the managers of
// its projects first, then the owner and the admins. Errors: not_found.
func (s *Store) Approvers(ctx context.Context, w, submission domain.ID) (_ []domain.ID, err error) {
	defer core.Wrap(&err, "Approvers", w, submission)
	in, err := s.core.LiveWorkspace(ctx, w)
	if err != nil {
		return nil, err
	}
	sub, err := table.GetExisting[timesheets.Submission](ctx, s.core.Table, key.Submission(w, submission))
	if err != nil {
		return nil, err
	}
	members, err := s.core.ActiveMembers(ctx, w)
	if err != nil {
		return nil, err
	}
	found, err := s.managersOf(ctx, w, sub, members)
	for _, m := range members {
		if sub.WaitsFor(m.UserID, m.RoleIn(in), nil) && !slices.Contains(found, m.UserID) {
			found = append(found, m.UserID)
		}
	}
	return found[:min(len(found), timesheets.MaxApprovers)], err
}

// managersOf lists the members with the role user whom pending lines of a submission wait for. It stops at
// timesheets.MaxApprovers.
func (s *Store) managersOf(
	ctx context.Context, w domain.ID, sub timesheets.Submission, members []people.Member,
) (found []domain.ID, err error) {
	roles := map[domain.ID]people.Role{}
	for _, m := range members {
		roles[m.UserID] = m.Role
	}
	for _, p := range sub.PendingProjects() {
		if len(found) >= timesheets.MaxApprovers {
			break
		}
		all := table.PrefixRange(table.Base, key.WorkspacePK(w), key.MembersOfProjectPrefix(p))
		err = table.Walk(ctx, s.core.Table, all, func(m projects.ProjectMember) error {
			waits := roles[m.UserID] == people.RoleUser && sub.WaitsFor(m.UserID, people.RoleUser,
				map[domain.ID]bool{p: m.IsManager})
			if waits && !slices.Contains(found, m.UserID) {
				found = append(found, m.UserID)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// BudgetRecipients lists the members who are told that the budget of a project was reached, at most
// projects.MaxBudgetRecipients: its managers first, then the owner and the admins. Errors: not_found.
func (s *Store) BudgetRecipients(ctx context.Context, w, project domain.ID) (found []domain.ID, err error) {
	defer core.Wrap(&err, "BudgetRecipients", w, project)
	in, err := s.core.LiveWorkspace(ctx, w)
	if err != nil {
		return nil, err
	}
	members, err := s.core.ActiveMembers(ctx, w)
	if err != nil {
		return nil, err
	}
	managers, leads := map[domain.ID]bool{}, []domain.ID(nil)
	all := table.PrefixRange(table.Base, key.WorkspacePK(w), key.MembersOfProjectPrefix(project))
	err = table.Walk(ctx, s.core.Table, all, func(m projects.ProjectMember) error {
		managers[m.UserID] = m.IsManager
		return nil
	})
	for _, m := range members {
		switch role := m.RoleIn(in); {
		case role == people.RoleUser && managers[m.UserID]:
			found = append(found, m.UserID)
		case role == people.RoleOwner || role == people.RoleAdmin:
			leads = append(leads, m.UserID)
		}
	}
	found = append(found, leads...)
	return found[:min(len(found), projects.MaxBudgetRecipients)], err
}

// Notification is what a mail on what concerns a person is made from when it is sent.
type Notification struct {
	To         people.User
	Member     people.Member // of the recipient
	Role       people.Role   // of the recipient
	Workspace  people.Workspace
	Submission timesheetdb.SubmissionDetails // of a mail on a submission
	Person     people.User                   // whose submission it is
	Managed    map[domain.ID]bool            // the projects of pending lines that the recipient manages
	Projects   map[domain.ID]projects.Project
	Tasks      map[domain.ID]projects.Task
	Link       *timesheets.ClientLink // of a mail on a client's decision
	Content    []byte                 // of the link, as it was signed; of the client's copy
	Timer      *timelog.Entry         // of a mail on a timer
	Project    projects.Project       // of a mail on a budget
}

// NotificationRecipient reads the workspace of a mail and its recipient. Errors: not_found when the
// recipient has no account or is no active member any more, or the workspace is deleted.
func (s *Store) NotificationRecipient(ctx context.Context, m domain.Mail) (n Notification, err error) {
	defer core.Wrap(&err, "NotificationRecipient", m.ID)
	keys := []table.Key{key.Workspace(m.WorkspaceID), key.Member(m.WorkspaceID, m.UserID), key.Profile(m.UserID),
		key.Timer(m.WorkspaceID, m.UserID)}
	f, err := s.core.Table.BatchGet(ctx, keys...)
	if err != nil {
		return n, err
	}
	var hasWorkspace, isMember, hasAccount bool
	if n.Member, isMember, err = table.Lookup[people.Member](f, keys[1]); err != nil {
		return n, err
	}
	if n.Workspace, hasWorkspace, err = table.Lookup[people.Workspace](f, keys[0]); err != nil {
		return n, err
	}
	if n.To, hasAccount, err = table.Lookup[people.User](f, keys[2]); err != nil {
		return n, err
	}
	if !hasWorkspace || n.Workspace.Deleted() || !isMember || !n.Member.Active() || !hasAccount || !n.To.MayAct() {
		return n, problem.NotFound()
	}
	n.Role = n.Member.RoleIn(n.Workspace)
	n.Timer, err = core.TimerIn(f, keys[3])
	return n, err
}

// AddSubmission reads the submission of a mail with the names that the mail shows. Errors: not_found.
func (s *Store) AddSubmission(ctx context.Context, n *Notification, submission domain.ID) (err error) {
	defer core.Wrap(&err, "AddSubmission", submission)
	w := n.Workspace.ID
	if n.Submission, err = s.SubmissionDetails(ctx, w, submission); err != nil {
		return err
	}
	keys := []table.Key{key.Profile(n.Submission.UserID)}
	for _, l := range n.Submission.Totals {
		if l.ProjectID != "" {
			keys = append(keys, key.Project(w, l.ProjectID), key.ProjectMember(w, l.ProjectID, n.To.ID))
		}
		if l.TaskID != "" {
			keys = append(keys, key.Task(w, l.TaskID))
		}
	}
	f, err := s.core.Table.BatchGet(ctx, keys...)
	if err != nil {
		return err
	}
	if n.Person, _, err = table.Lookup[people.User](f, keys[0]); err != nil {
		return err
	}
	return n.addNames(f, w)
}

// addNames takes projects and tasks from the items that were read.
func (n *Notification) addNames(f table.Items, w domain.ID) error {
	n.Managed, n.Projects, n.Tasks = map[domain.ID]bool{}, map[domain.ID]projects.Project{}, map[domain.ID]projects.Task{}
	for _, l := range n.Submission.Totals {
		var err error
		if n.Projects[l.ProjectID], _, err = table.Lookup[projects.Project](f, key.Project(w, l.ProjectID)); err != nil {
			return err
		}
		if n.Tasks[l.TaskID], _, err = table.Lookup[projects.Task](f, key.Task(w, l.TaskID)); err != nil {
			return err
		}
		m, _, err := table.Lookup[projects.ProjectMember](f, key.ProjectMember(w, l.ProjectID, n.To.ID))
		if err != nil {
			return err
		}
		n.Managed[l.ProjectID] = m.IsManager
	}
	return nil
}

// SignedLink reads a client link that was signed, with its workspace, submission, maker and person, for the
// client's copy. The link is the target of the mail. Errors: not_found.
func (s *Store) SignedLink(ctx context.Context, m domain.Mail) (n Notification, err error) {
	defer core.Wrap(&err, "SignedLink", m.ID)
	if n.Workspace, err = s.core.LiveWorkspace(ctx, m.WorkspaceID); err != nil {
		return n, err
	}
	group, gctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		link, content, err := s.ClientLink(gctx, m.WorkspaceID, m.ParentID, m.TargetID)
		n.Link, n.Content = &link, content
		return err
	})
	group.Go(func() (err error) {
		n.Submission.Submission, err = s.Submission(gctx, m.WorkspaceID, m.ParentID)
		return err
	})
	if err := group.Wait(); err != nil {
		return n, err
	}
	f, err := s.core.Table.BatchGet(ctx, key.Profile(n.Link.CreatedBy), key.Profile(n.Submission.UserID))
	if err != nil {
		return n, err
	}
	if n.To, _, err = table.Lookup[people.User](f, key.Profile(n.Link.CreatedBy)); err != nil {
		return n, err
	}
	n.Person, _, err = table.Lookup[people.User](f, key.Profile(n.Submission.UserID))
	return n, err
}

// AddProject reads the project of a mail, and whether the recipient manages it. Errors: not_found.
func (s *Store) AddProject(ctx context.Context, n *Notification, project domain.ID) (err error) {
	defer core.Wrap(&err, "AddProject", project)
	w := n.Workspace.ID
	f, err := s.core.Table.BatchGet(ctx, key.Project(w, project), key.ProjectMember(w, project, n.To.ID))
	if err != nil {
		return err
	}
	var exists bool
	if n.Project, exists, err = table.Lookup[projects.Project](f, key.Project(w, project)); err == nil && !exists {
		err = problem.NotFound()
	}
	if err != nil {
		return err
	}
	m, _, err := table.Lookup[projects.ProjectMember](f, key.ProjectMember(w, project, n.To.ID))
	n.Managed = map[domain.ID]bool{project: m.IsManager}
	return err
}

// LinesFor lists the lines that wait for a decision of the recipient.
func (n *Notification) LinesFor() []timesheets.LineState {
	return n.Submission.PendingFor(func(l timesheets.LineState) bool {
		return n.Submission.MayDecide(l, n.To.ID, n.Role, n.Managed)
	})
}

// AddLink reads the client link of a mail. Errors: not_found.
func (s *Store) AddLink(ctx context.Context, n *Notification, m domain.Mail) (err error) {
	defer core.Wrap(&err, "AddLink", m.ID)
	link, err := table.GetExisting[timesheets.ClientLink](ctx, s.core.Table,
		key.ClientLink(m.WorkspaceID, m.ParentID, m.TargetID))
	n.Link = &link
	return err
}
