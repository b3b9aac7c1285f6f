package worker

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/mail"
	"stint/shared/problem"
	"stint/shared/store"
)

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

// maxBarEntries is how many entries a mail reads to show the hours of each day.
const maxBarEntries = 500

// days are the hours of each day of what a mail is about: of the lines that wait for the recipient, of those that a
// client decided on, or of an approved timesheet. Entries of rejected lines may have changed.
func (p *Notifier) days(ctx context.Context, m domain.Mail, n store.Notification) ([]timesheets.DayHours, error) {
	lines := n.Submission.Lines
	switch {
	case m.Kind == domain.NotifyTimesheetToApprove:
		lines = n.LinesFor()
	case n.Submission.ID == "" || n.Submission.Status() != timesheets.Approved:
		return nil, nil
	case m.Kind == domain.NotifyClientDecided:
		lines = n.Submission.LinesOfLink(n.Link.ID)
	}
	if n.Submission.EntryCount() > maxBarEntries {
		return nil, nil
	}
	byLine, err := p.Store.SubmittedEntries(ctx, n.Workspace.ID, n.Submission.Submission)
	if problem.Is(err, problem.CodeValidation) { // too many others in the period
		return nil, nil
	}
	var entries []timelog.Entry
	var seconds int64
	totals := n.Submission.TotalsByLine()
	for _, l := range lines {
		entries, seconds = append(entries, byLine[l.Number]...), seconds+totals[l.Number].Seconds
	}
	return n.Submission.HoursOfDays(entries, seconds, n.Workspace.Timezone.Location()), err
}
