package domain

// AuditWebhookChange is the event of a webhook that is made, changed or deleted. It shows
// the host of the address and never a secret. A nil state is a webhook that is not there.
func AuditWebhookChange(was, now *Webhook) AuditEvent {
	action, shown := actionOf(was, now, AuditWebhookCreated, AuditWebhookChanged, AuditWebhookDeleted)
	return AuditEvent{
		Action: action, Target: AuditTarget{Kind: AuditWebhook, ID: shown.ID, Name: Name(shown.URL.Host())},
		Changes: changesBetween(was.properties(), now.properties()),
	}
}

func (h *Webhook) properties() properties {
	if h == nil {
		return nil
	}
	shown := properties{"url_host": h.URL.Host(), "description": h.Description, "events": h.Events, "is_active": h.IsActive, "disabled_reason": h.DisabledFor}
	if len(h.Previous) > 0 {
		shown["previous_secret_expires_at"] = h.Previous[0].Until
	}
	return shown
}
