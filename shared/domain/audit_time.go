package domain

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
			Changes: changesBetween(c.Before.properties(), c.After.properties()),
		})
	}
	return events
}

// IsAudited reports whether the audit log records the change when that user makes
// it: it changes something of another user.
func (c EntryChange) IsAudited(by ID) bool {
	return by != "" && c.WriteCount() > 0 && c.Owner() != by
}

func (e *Entry) properties() properties {
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
		event.Changes = link.changes(e)
	}
	if e.Actor.Kind == ActorClient {
		event.By = &AuditActor{Name: e.Actor.Name, Kind: AuditByClient}
	}
	return event
}

// changes are what a step in the history of its submission changes of a client link.
// They hold neither the token nor the signature's address.
func (l *ClientLink) changes(e SubmissionEvent) AuditChanges {
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
