package worker

import (
	"context"
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/domain/timesheets"
	"stint/shared/limits"
	"stint/shared/locale"
	"stint/shared/mail"
	"stint/shared/problem"
	"stint/shared/secret"
	"stint/shared/store"
	"stint/shared/totals"
)

// Notifier is the handler of mails to people on what concerns them.
type Notifier struct {
	Store   *store.Store
	Sender  mail.Sender
	Secrets secret.Source
	BaseURL string // of links, without a trailing slash
	OwnURL  string // of this service; it is BaseURL unless a front end serves the pages
	Clock   func() time.Time
	Totals  totals.Service
	Limits  limits.Sent
	// the PDF of a signed copy
	WriteDocument WriteDocument

	VerificationRequired bool // whether mails go to proven addresses only
}

// Handlers are the handlers of all kinds of notifications, and of what queues them.
func (p *Notifier) Handlers() map[domain.WorkKind]Handler {
	handlers := map[domain.WorkKind]Handler{
		domain.WorkAskApprovers: p.AskApprovers,
		projects.WorkTellBudget: p.TellBudget,
		domain.MailSignedCopy:   singleTurn(p.SendCopy),
	}
	for _, kind := range domain.Notifications() {
		handlers[kind] = singleTurn(p.Notify)
	}
	return handlers
}

// AskApprovers replaces its work by a mail to everyone whom a submission waits for.
func (p *Notifier) AskApprovers(ctx context.Context, w domain.Work) (*Later, error) {
	approvers, err := p.Store.Approvers(ctx, w.WorkspaceID, w.TargetID)
	return mailTo(approvers, err, w, domain.NotifyTimesheetToApprove)
}

// mailTo replaces work by a mail of a kind to each user. The error is that of reading the users. Without users, or when
// what they are told of is gone, nothing is left to do.
func mailTo(users []domain.ID, err error, w domain.Work, kind domain.MailKind) (*Later, error) {
	if problem.Is(err, problem.CodeNotFound) || err == nil && len(users) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	mails := make([]domain.Mail, len(users))
	for i, to := range users {
		mails[i] = w.ResetTries()
		mails[i].ID, mails[i].Kind, mails[i].UserID = domain.NewID(), kind, to
	}
	return &Later{Instead: mails}, nil
}

// Notify sends a mail to a person on what concerns them. It sends nothing to a person who switched it off
// or is no active member of the workspace any more, to an unproven address where proof is
// required, over the limit of the recipient, and when the reason for the mail is gone.
func (p *Notifier) Notify(ctx context.Context, m domain.Mail) error {
	n, cause, err := p.load(ctx, m)
	if problem.Is(err, problem.CodeNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if !n.To.Wants(m.Kind) || p.VerificationRequired && !n.To.EmailVerified {
		return nil
	}
	if ok, err := p.Limits.MaySendNotification(ctx, m, n.To, cause); err != nil || !ok {
		return err
	}
	values, err := p.values(ctx, m, n)
	if err != nil {
		return err
	}
	message, err := mail.ComposeNotification(m, values)
	if err != nil {
		return err
	}
	return p.Sender.Send(ctx, message)
}

// values are what a mail shows, with its figures and links.
func (p *Notifier) values(ctx context.Context, m domain.Mail, n store.Notification) (mail.Notification, error) {
	values := toParams(n, locale.Choose(n.To.Language))
	values.Now = domain.InstantOf(p.Clock())
	var err error
	if values.Logo, err = p.Store.LogoFile(ctx, n.Workspace); err != nil {
		return values, err
	}
	if m.Kind == domain.NotifyTimesheetToApprove {
		addWaiting(n, &values)
	}
	if m.Kind == domain.NotifyBudgetReached {
		if values.Budget, err = p.budgetOf(ctx, m, n); err != nil {
			return values, err
		}
	}
	if values.Days, err = p.days(ctx, m, n); err != nil {
		return values, err
	}
	return values, p.addLinks(ctx, m, n, &values)
}

// load reads what a mail shows, and the record that its limit counts for. Errors: not_found when there is
// no reason for the mail any more.
func (p *Notifier) load(ctx context.Context, m domain.Mail) (n store.Notification, cause domain.ID, err error) {
	if n, err = p.Store.NotificationRecipient(ctx, m); err != nil {
		return n, "", err
	}
	if m.Kind == domain.NotifyBudgetReached {
		return n, m.TargetID, p.addBudget(ctx, m, &n)
	}
	if m.Kind == domain.NotifyTimerRunningLong {
		if n.Timer == nil || n.Timer.ID != m.TargetID || !n.Timer.RunsLong(m.CreatedAt) {
			err = problem.NotFound()
		}
		return n, m.WorkspaceID, err
	}
	submission := m.TargetID
	if m.Kind == domain.NotifyClientDecided {
		submission = m.ParentID
		if err = p.Store.AddLink(ctx, &n, m); err != nil {
			return n, "", err
		}
	}
	if err = p.Store.AddSubmission(ctx, &n, submission); err != nil {
		return n, "", err
	}
	if !isDue(m, n) {
		err = problem.NotFound()
	}
	if cause = submission; m.Kind == domain.NotifyTimesheetToApprove {
		cause = n.Submission.UserID // who could send many by withdrawing and submitting again
	}
	return n, cause, err
}

// isDue reports whether the reason for a mail on a submission still exists.
func isDue(m domain.Mail, n store.Notification) bool {
	sub := n.Submission
	switch m.Kind {
	case domain.NotifyTimesheetToApprove:
		return sub.WaitsFor(n.To.ID, n.Role, n.Managed)
	case domain.NotifyTimesheetDecided:
		return sub.StillTells(int64(m.Round), sub.Events)
	default: // whatever address the client gave: nobody proved it
		return n.Link.Signature != nil
	}
}

// toParams are the values in a mail.
func toParams(n store.Notification, l locale.Language) mail.Notification {
	sub := n.Submission
	values := mail.Notification{
		To: n.To.Email, Name: n.To.DisplayName, Language: l, Zone: n.Workspace.Timezone, Workspace: n.Workspace.Name,
		Person: n.Person.DisplayName, IsOwn: n.To.ID == sub.UserID, First: sub.PeriodStart, Last: sub.PeriodEnd,
		Seconds: sub.Seconds, Status: sub.Status(), Rejected: rejectedLines(n),
	}
	if n.Link != nil {
		values.Signature = n.Link.Signature
		values.English = n.Link.Attestations[domain.Language(locale.English)]
		addScope(n, &values)
	}
	if n.Timer != nil {
		values.TimerStart = n.Timer.StartedAt
	}
	return values
}

// addWaiting adds the lines that wait for the recipient, and their time: others' lines are not theirs to decide on.
func addWaiting(n store.Notification, values *mail.Notification) {
	values.Waiting, values.Seconds = namedLines(n, n.LinesFor()), 0
	for _, l := range values.Waiting {
		values.Seconds += l.Seconds
	}
}

// addScope adds whose time a client decided on. Amounts are for the roles that see all, and for managers of all lines.
func addScope(n store.Notification, values *mail.Notification) {
	l, ok := n.Submission.Link(n.Link.ID)
	event, known := n.Submission.Events[l.DecisionVersion]
	if !ok || !known || event.Link == nil {
		return
	}
	scope := *event.Link
	values.Seconds, values.Scope = scope.Seconds, &scope
	values.ShowsAmount = n.Role.ReadsAll() || !slices.ContainsFunc(n.Submission.Lines,
		func(l timesheets.LineState) bool { return !n.Managed[l.ProjectID] })
}

// rejectedLines are the rejected lines of a submission with their names and reasons.
func rejectedLines(n store.Notification) []mail.NamedLine {
	return namedLines(n, slices.DeleteFunc(slices.Clone(n.Submission.Lines), func(l timesheets.LineState) bool {
		return l.Status != timesheets.LineRejected
	}))
}

// namedLines are lines of a submission with their names, and the reasons for which they were rejected.
func namedLines(n store.Notification, of []timesheets.LineState) (lines []mail.NamedLine) {
	totals := n.Submission.TotalsByLine()
	for _, l := range of {
		total := totals[l.Number]
		line := mail.NamedLine{Project: n.Projects[total.ProjectID].Name, Task: n.Tasks[total.TaskID].Name,
			Seconds: total.Seconds}
		if reason := n.Submission.Events[l.DecisionVersion].Reason; reason != nil && l.Status == timesheets.LineRejected {
			line.Reason = *reason
		}
		lines = append(lines, line)
	}
	return lines
}
