package audit

import (
	"maps"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
)

// WebhookChange is the event of a webhook that is made, changed or deleted. It shows
// the host of the address and never a secret. A nil state is a webhook that is not there.
func WebhookChange(was, now *feed.Webhook) Event {
	action, shown := actionOf(was, now, WebhookCreated, WebhookChanged, WebhookDeleted)
	return Event{
		Action: action, Target: Target{Kind: KindWebhook, ID: shown.ID, Name: domain.Name(shown.URL.Host())},
		Changes: changesBetween(webhookProperties(was), webhookProperties(now)),
	}
}

func webhookProperties(h *feed.Webhook) properties {
	if h == nil {
		return nil
	}
	shown := properties{"url_host": h.URL.Host(), "description": h.Description, "events": h.Events,
		"is_active": h.IsActive, "is_batch": h.IsBatch, "disabled_reason": h.DisabledFor}
	if len(h.Previous) > 0 {
		shown["previous_secret_expires_at"] = h.Previous[0].Until
	}
	return shown
}

func workspaceTarget(w people.Workspace) Target {
	return Target{Kind: KindWorkspace, ID: w.ID, Name: w.Name}
}

// NewWorkspace is the event of a new workspace.
func NewWorkspace(w people.Workspace) Event {
	return Event{Action: WorkspaceCreated, Target: workspaceTarget(w),
		Changes: changesBetween(nil, workspaceProperties(w))}
}

// WorkspaceChange is the event of changed settings, of a deletion or of a
// restoration.
func WorkspaceChange(was, now people.Workspace) Event {
	action := WorkspaceChanged
	switch {
	case now.Deleted() && !was.Deleted():
		action = WorkspaceDeleted
	case was.Deleted() && !now.Deleted():
		action = WorkspaceRestored
	}
	return WorkspaceActEvent(action, was, now)
}

func workspaceProperties(w people.Workspace) properties {
	return properties{
		"name": w.Name, "timezone": w.Timezone, "week_start": w.WeekStart,
		"default_project_visibility": w.DefaultProjectVisibility, "members_can_create_projects": w.MembersCanCreateProjects,
		"members_can_create_tags": w.MembersCanCreateTags, "allow_overlap": w.AllowOverlap,
		"require_second_factor": w.RequireSecondFactor, "require_sso": w.RequireSSO, "max_key_days": w.MaxKeyDays,
		"apps": w.AppPolicy(), "allowed_networks": w.AllowedNetworks, "logo": logoDigest(w.Logo),
		"deleted_at": w.DeletedAt,
	}
}

// logoDigest is what the audit log shows of a logo; nil for none.
func logoDigest(l *people.Logo) *string {
	if l == nil {
		return nil
	}
	return &l.SHA256
}

// BillingChange is the event of changed billable settings.
func BillingChange(w domain.ID, was, now money.Billing) Event {
	return Event{Action: BillingChanged, Target: Target{Kind: KindBilling, ID: w},
		Changes: changesBetween(billingProperties(was), billingProperties(now))}
}

func billingProperties(b money.Billing) properties {
	return properties{
		"currency": b.Currency, "default_hourly_rate": b.DefaultHourlyRate, "default_is_billable": b.DefaultIsBillable,
		"rounding.mode": b.Rounding.Mode, "rounding.minutes": b.Rounding.Minutes, "members_see_rates": b.MembersSeeRates,
	}
}

// Rerating is the event of a resnapshot or an apply that starts: its range
// and its values. job is the job that does it, "" for none.
func Rerating(job domain.ID, r money.Rerating) Event {
	action := BillingResnapshot
	if r.Kind == money.KindApply {
		action = BillingApplied
	}
	return Event{Action: action, Target: Target{Kind: KindBillingJob, ID: job},
		Changes: changesBetween(nil, reratingProperties(r))}
}

func reratingProperties(r money.Rerating) properties {
	shown := properties{
		"from": r.From, "to": r.To, "project_ids": r.Projects, "task_ids": r.Tasks, "user_ids": r.Users,
		"entry_ids": r.Entries, "is_billable": r.IsBillable, "hourly_rate": r.HourlyRate,
	}
	if r.OnlyBillable {
		shown["only_billable"] = true
	}
	if r.Inherit {
		shown["hourly_rate"] = "inherited"
	}
	return shown
}

// Invoicing is the event of entries that are marked with an invoice, or freed of it: which entries, and how many and of
// which marks, where that is known. job is the job that does it, "" for none.
func Invoicing(job domain.ID, r money.Rerating, count int) Event {
	shown := reratingProperties(r)
	shown["invoice"] = string(r.Invoice)
	if count > 0 {
		shown["entry_count"] = count
	}
	if r.Where != nil {
		maps.Copy(shown, whereProperties(*r.Where))
	}
	return Event{Action: EntriesInvoiced, Target: Target{Kind: KindInvoice, ID: job, Name: domain.Name(r.Invoice)},
		Changes: changesBetween(clearedProperties(r.Cleared), shown)}
}

// clearedProperties are the mark that entries had, or the list of several.
func clearedProperties(marks []timelog.Invoice) properties {
	switch len(marks) {
	case 0:
		return nil
	case 1:
		return properties{"invoice": string(marks[0])}
	}
	return properties{"invoice": marks}
}

// whereProperties are the conditions of an invoice.
func whereProperties(w timelog.Selection) properties {
	return properties{
		"where.is_billable": w.IsBillable, "where.tag_id": w.TagID, "where.search": string(w.Search),
		"where.updated_since": w.UpdatedSince, "where.invoice": string(w.Invoice), "where.submission_id": w.SubmissionID,
		"where.submission_status": w.Lines,
	}
}

// JobCancellation is the event of a billing job that a member ends early, or that fails for an entry with another
// invoice.
func JobCancellation(was, now money.BillingJob) Event {
	return Event{
		Action: BillingCancelled, Target: Target{Kind: KindBillingJob, ID: now.ID},
		Changes: changesBetween(properties{"status": was.Status}, properties{"status": now.Status}),
	}
}

// ProjectChange is the event of a new, changed or deleted project. A nil
// state is a project that is not there.
func ProjectChange(was, now *projects.Project) Event {
	action, shown := actionOf(was, now, ProjectCreated, ProjectChanged, ProjectDeleted)
	return Event{
		Action: action, Target: Target{Kind: KindProject, ID: shown.ID, Name: shown.Name},
		Changes: changesBetween(projectProperties(was), projectProperties(now)),
	}
}

func projectProperties(p *projects.Project) properties {
	if p == nil {
		return nil
	}
	return properties{
		"name": p.Name, "client_id": p.ClientID, "color": p.Color, "visibility": p.Visibility, "is_billable": p.IsBillable,
		"hourly_rate": p.HourlyRate, "is_archived": p.IsArchived, "external_id": p.ExternalID,
		"budget": budgetProperties(p.Budget),
	}
}

// ClientChange is the event of a new, changed or deleted client. A nil state is a client that is not there. The log
// does not show its mail address.
func ClientChange(was, now *projects.Client) Event {
	action, shown := actionOf(was, now, ClientCreated, ClientChanged, ClientDeleted)
	return Event{
		Action: action, Target: Target{Kind: KindClient, ID: shown.ID, Name: shown.Name},
		Changes: changesBetween(clientProperties(was), clientProperties(now)),
	}
}

func clientProperties(c *projects.Client) properties {
	if c == nil {
		return nil
	}
	return properties{"name": c.Name, "has_email": c.Email != "", "is_archived": c.IsArchived,
		"external_id": c.ExternalID}
}

func budgetProperties(b *projects.Budget) properties {
	if b == nil {
		return nil
	}
	return properties{"kind": b.Kind, "limit": b.Limit, "period": b.Period}
}

// ProjectMemberChange is the event of a user who joins a project, changes in
// it or leaves it. A nil state is no project member.
func ProjectMemberChange(u people.User, was, now *projects.ProjectMember) Event {
	action, shown := actionOf(was, now, ProjectMemberAdded, ProjectMemberChanged, ProjectMemberRemoved)
	return Event{
		Action: action, Target: Target{Kind: KindProjectMember, ID: u.ID, Name: u.DisplayName, ProjectID: shown.ProjectID},
		Changes: changesBetween(projectMemberProperties(was), projectMemberProperties(now)),
	}
}

func projectMemberProperties(m *projects.ProjectMember) properties {
	if m == nil {
		return nil
	}
	return properties{"is_manager": m.IsManager, "hourly_rate": m.HourlyRate}
}

// EntryChanges lists the events of entries and timers that another user than
// their owner makes, changes or deletes. by is that user. For "", the service itself,
// there are no events.
func EntryChanges(by domain.ID, all ...timelog.EntryChange) []Event {
	var events []Event
	for _, c := range all {
		if !c.IsAudited(by) {
			continue
		}
		action, shown := actionOf(c.Before, c.After, EntryCreated, EntryChanged, EntryDeleted)
		events = append(events, Event{
			Action: action, Target: Target{Kind: KindEntry, ID: shown.ID, Name: domain.Name(shown.Description),
				UserID: shown.UserID},
			Changes: changesBetween(entryProperties(c.Before), entryProperties(c.After)),
		})
	}
	return events
}

func entryProperties(e *timelog.Entry) properties {
	if e == nil {
		return nil
	}
	return properties{
		"project_id": e.ProjectID, "task_id": e.TaskID, "description": e.Description, "tag_ids": e.TagIDs,
		"external_id": e.ExternalID,
		"started_at":  e.StartedAt, "stopped_at": e.StoppedAt, "is_billable": e.IsBillable,
		"hourly_rate": e.HourlyRate, "currency": e.Currency, "rate_source": e.RateSource,
	}
}

// SubmissionChange is the event of a step in the history of a submission.
// link is the client link of the step, nil for none.
func SubmissionChange(now timesheets.Submission, e timesheets.SubmissionEvent, link *timesheets.ClientLink) Event {
	event := Event{
		Action: auditSubmissionPrefix + Action(e.Type),
		Target: Target{Kind: KindSubmission, ID: now.ID,
			Name: domain.Name(string(now.PeriodStart) + "/" + string(now.PeriodEnd)), UserID: now.UserID},
		Changes: changesBetween(properties{"status": e.FromStatus},
			properties{"status": e.ToStatus, "line_id": e.LineID, "reason": e.Reason}),
	}
	if link != nil {
		event.Action = linkActions[e.Type]
		event.Target = Target{Kind: KindClientLink, ID: link.ID, Name: domain.Name(link.Email)}
		event.Changes = linkChanges(*link, e)
	}
	if e.Actor.Kind == timesheets.ActorClient {
		event.By = &Actor{Name: e.Actor.Name, Kind: ByClient}
	}
	return event
}

// linkChanges are what a step in the history of its submission changes of a client link.
// They hold neither the token nor the signature's address.
func linkChanges(l timesheets.ClientLink, e timesheets.SubmissionEvent) Changes {
	switch {
	case e.Type == timesheets.EventClientLinkCreated:
		return changesBetween(nil, properties{
			"client_email": l.Email, "client_id": l.ClientID, "covers_all": l.ClientID == "",
			"delivery": l.Delivery, "show_amounts": l.ShowAmounts,
			"show_entries": l.ShowEntries,
			"expires_at":   l.ExpiresAt,
		})
	case l.Signature == nil:
		return changesBetween(properties{"status": timesheets.LinkOpen}, properties{"status": timesheets.LinkRevoked})
	}
	return changesBetween(properties{"status": timesheets.LinkOpen}, properties{
		"status": l.Signature.Decision, "signer_name": l.Signature.Name, "signer_email": l.Signature.Email,
		"reason":         l.Signature.Reason,
		"content_sha256": l.Signature.SHA256,
	})
}

var linkActions = map[timesheets.EventType]Action{
	timesheets.EventClientLinkCreated: ClientLinkCreated,
	timesheets.EventClientLinkRevoked: ClientLinkRevoked,
	timesheets.EventClientApproved:    ClientApproved,
	timesheets.EventClientRejected:    ClientRejected,
}

// DocumentOf is the event of a PDF document of a submission.
func DocumentOf(s timesheets.Submission) Event {
	return Event{Action: DocumentMade, Target: Target{Kind: KindSubmission, ID: s.ID},
		Changes: changesBetween(nil, properties{"period_start": s.PeriodStart, "period_end": s.PeriodEnd})}
}

// DocumentOfLink is the event of the PDF document that the client of a link made.
func DocumentOfLink(s timesheets.Submission, l timesheets.ClientLink) Event {
	client := domain.Name(l.Email)
	return Event{Action: DocumentMade, Target: Target{Kind: KindClientLink, ID: l.ID, Name: client},
		Changes: changesBetween(nil, properties{"submission_id": s.ID, "period_start": s.PeriodStart,
			"period_end": s.PeriodEnd}),
		By: &Actor{Name: client, Kind: ByClient}}
}

// ExportOf is the event of an export of time entries: its span, and how many entries it has.
func ExportOf(format string, from, to *domain.Instant, entries int) Event {
	return Event{
		Action: ExportMade, Target: Target{Kind: KindExport, Name: domain.Name(format)},
		Changes: changesBetween(nil, properties{"from": from, "to": to, "entries": entries}),
	}
}
