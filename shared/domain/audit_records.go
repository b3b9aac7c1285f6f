package domain

// AuditWebhookChange is the event of a webhook that is made, changed or deleted. It shows
// the host of the address and never a secret. A nil state is a webhook that is not there.
func AuditWebhookChange(was, now *Webhook) AuditEvent {
	action, shown := actionOf(was, now, AuditWebhookCreated, AuditWebhookChanged, AuditWebhookDeleted)
	return AuditEvent{
		Action: action, Target: AuditTarget{Kind: AuditWebhook, ID: shown.ID, Name: Name(shown.URL.Host())},
		Changes: changesBetween(webhookProperties(was), webhookProperties(now)),
	}
}

func webhookProperties(h *Webhook) properties {
	if h == nil {
		return nil
	}
	shown := properties{"url_host": h.URL.Host(), "description": h.Description, "events": h.Events, "is_active": h.IsActive, "disabled_reason": h.DisabledFor}
	if len(h.Previous) > 0 {
		shown["previous_secret_expires_at"] = h.Previous[0].Until
	}
	return shown
}

func workspaceTarget(w Workspace) AuditTarget {
	return AuditTarget{Kind: AuditWorkspace, ID: w.ID, Name: w.Name}
}

// AuditNewWorkspace is the event of a new workspace.
func AuditNewWorkspace(w Workspace) AuditEvent {
	return AuditEvent{Action: AuditWorkspaceCreated, Target: workspaceTarget(w), Changes: changesBetween(nil, workspaceProperties(w))}
}

// AuditWorkspaceChange is the event of changed settings, of a deletion or of a
// restoration.
func AuditWorkspaceChange(was, now Workspace) AuditEvent {
	action := AuditWorkspaceChanged
	switch {
	case now.Deleted() && !was.Deleted():
		action = AuditWorkspaceDeleted
	case was.Deleted() && !now.Deleted():
		action = AuditWorkspaceRestored
	}
	return AuditWorkspaceAct(action, was, now)
}

func workspaceProperties(w Workspace) properties {
	return properties{
		"name": w.Name, "timezone": w.Timezone, "week_start": w.WeekStart, "default_project_visibility": w.DefaultProjectVisibility,
		"members_can_create_projects": w.MembersCanCreateProjects, "members_can_create_tags": w.MembersCanCreateTags,
		"allow_overlap": w.AllowOverlap, "require_second_factor": w.RequireSecondFactor, "require_sso": w.RequireSSO,
		"max_key_days": w.MaxKeyDays, "deleted_at": w.DeletedAt,
	}
}

// AuditBillingChange is the event of changed billable settings.
func AuditBillingChange(w ID, was, now Billing) AuditEvent {
	return AuditEvent{Action: AuditBillingChanged, Target: AuditTarget{Kind: AuditBilling, ID: w}, Changes: changesBetween(billingProperties(was), billingProperties(now))}
}

func billingProperties(b Billing) properties {
	return properties{
		"currency": b.Currency, "default_hourly_rate": b.DefaultHourlyRate, "default_is_billable": b.DefaultIsBillable,
		"rounding.mode": b.Rounding.Mode, "rounding.minutes": b.Rounding.Minutes, "members_see_rates": b.MembersSeeRates,
	}
}

// AuditRerating is the event of a resnapshot or an apply that starts: its range
// and its values. job is the job that does it, "" for none.
func AuditRerating(job ID, r Rerating) AuditEvent {
	action := AuditBillingResnapshot
	if r.Kind == KindApply {
		action = AuditBillingApplied
	}
	return AuditEvent{Action: action, Target: AuditTarget{Kind: AuditBillingJob, ID: job}, Changes: changesBetween(nil, reratingProperties(r))}
}

func reratingProperties(r Rerating) properties {
	shown := properties{
		"from": r.From, "to": r.To, "project_ids": r.Projects, "task_ids": r.Tasks, "user_ids": r.Users, "entry_ids": r.Entries,
		"is_billable": r.IsBillable, "hourly_rate": r.HourlyRate,
	}
	if r.OnlyBillable {
		shown["only_billable"] = true
	}
	if r.Inherit {
		shown["hourly_rate"] = "inherited"
	}
	return shown
}

// AuditJobCancellation is the event of a billing job that a member ends early.
func AuditJobCancellation(was, now BillingJob) AuditEvent {
	return AuditEvent{
		Action: AuditBillingCancelled, Target: AuditTarget{Kind: AuditBillingJob, ID: now.ID},
		Changes: changesBetween(properties{"status": was.Status}, properties{"status": now.Status}),
	}
}

// AuditProjectChange is the event of a new, changed or deleted project. A nil
// state is a project that is not there.
func AuditProjectChange(was, now *Project) AuditEvent {
	action, shown := actionOf(was, now, AuditProjectCreated, AuditProjectChanged, AuditProjectDeleted)
	return AuditEvent{
		Action: action, Target: AuditTarget{Kind: AuditProject, ID: shown.ID, Name: shown.Name},
		Changes: changesBetween(projectProperties(was), projectProperties(now)),
	}
}

func projectProperties(p *Project) properties {
	if p == nil {
		return nil
	}
	return properties{
		"name": p.Name, "client_id": p.ClientID, "color": p.Color, "visibility": p.Visibility, "is_billable": p.IsBillable,
		"hourly_rate": p.HourlyRate, "is_archived": p.IsArchived, "external_id": p.ExternalID,
		"budget": budgetProperties(p.Budget),
	}
}

func budgetProperties(b *Budget) properties {
	if b == nil {
		return nil
	}
	return properties{"kind": b.Kind, "limit": b.Limit, "period": b.Period}
}

// AuditProjectMemberChange is the event of a user who joins a project, changes in
// it or leaves it. A nil state is no project member.
func AuditProjectMemberChange(u User, was, now *ProjectMember) AuditEvent {
	action, shown := actionOf(was, now, AuditProjectMemberAdded, AuditProjectMemberChanged, AuditProjectMemberRemoved)
	return AuditEvent{
		Action: action, Target: AuditTarget{Kind: AuditProjectMember, ID: u.ID, Name: u.DisplayName, ProjectID: shown.ProjectID},
		Changes: changesBetween(projectMemberProperties(was), projectMemberProperties(now)),
	}
}

func projectMemberProperties(m *ProjectMember) properties {
	if m == nil {
		return nil
	}
	return properties{"is_manager": m.IsManager, "hourly_rate": m.HourlyRate}
}

// AuditEntryChanges lists the events of entries and timers that another user than
// their owner makes, changes or deletes. by is that user; the service itself, "",
// has none.
func AuditEntryChanges(by ID, all ...EntryChange) []AuditEvent {
	var events []AuditEvent
	for _, c := range all {
		if !c.IsAudited(by) {
			continue
		}
		action, shown := actionOf(c.Before, c.After, AuditEntryCreated, AuditEntryChanged, AuditEntryDeleted)
		events = append(events, AuditEvent{
			Action: action, Target: AuditTarget{Kind: AuditEntry, ID: shown.ID, Name: Name(shown.Description), UserID: shown.UserID},
			Changes: changesBetween(entryProperties(c.Before), entryProperties(c.After)),
		})
	}
	return events
}

func entryProperties(e *Entry) properties {
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

// AuditSubmissionChange is the event of a step in the history of a submission.
// link is the client link of the step, nil for none.
func AuditSubmissionChange(now Submission, e SubmissionEvent, link *ClientLink) AuditEvent {
	event := AuditEvent{
		Action:  auditSubmissionPrefix + AuditAction(e.Type),
		Target:  AuditTarget{Kind: AuditSubmission, ID: now.ID, Name: Name(string(now.PeriodStart) + "/" + string(now.PeriodEnd)), UserID: now.UserID},
		Changes: changesBetween(properties{"status": e.FromStatus}, properties{"status": e.ToStatus, "line_id": e.LineID, "reason": e.Reason}),
	}
	if link != nil {
		event.Action = linkActions[e.Type]
		event.Target = AuditTarget{Kind: AuditClientLink, ID: link.ID, Name: Name(link.Email)}
		event.Changes = linkChanges(*link, e)
	}
	if e.Actor.Kind == ActorClient {
		event.By = &AuditActor{Name: e.Actor.Name, Kind: AuditByClient}
	}
	return event
}

// linkChanges are what a step in the history of its submission changes of a client link.
// They hold neither the token nor the signature's address.
func linkChanges(l ClientLink, e SubmissionEvent) AuditChanges {
	switch {
	case e.Type == EventClientLinkCreated:
		return changesBetween(nil, properties{
			"client_email": l.Email, "client_id": l.ClientID, "delivery": l.Delivery, "show_amounts": l.ShowAmounts, "show_entries": l.ShowEntries,
			"expires_at": l.ExpiresAt,
		})
	case l.Signature == nil:
		return changesBetween(properties{"status": LinkOpen}, properties{"status": LinkRevoked})
	}
	return changesBetween(properties{"status": LinkOpen}, properties{
		"status": l.Signature.Decision, "signer_name": l.Signature.Name, "signer_email": l.Signature.Email, "reason": l.Signature.Reason,
		"content_sha256": l.Signature.SHA256,
	})
}

var linkActions = map[EventType]AuditAction{
	EventClientLinkCreated: AuditClientLinkCreated,
	EventClientLinkRevoked: AuditClientLinkRevoked,
	EventClientApproved:    AuditClientApproved,
	EventClientRejected:    AuditClientRejected,
}

// AuditExportOf is the event of an export of time entries: what was selected, and
// how many entries it has.
func AuditExportOf(format string, from, to *Instant, entries int) AuditEvent {
	return AuditEvent{
		Action: AuditExportMade, Target: AuditTarget{Kind: AuditExport, Name: Name(format)},
		Changes: changesBetween(nil, properties{"from": from, "to": to, "entries": entries}),
	}
}
