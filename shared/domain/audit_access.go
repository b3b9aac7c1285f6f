package domain

// AuditSessionOf lists the event of a sign-in to the workspace that becomes active
// in the session. There is none without a workspace.
func AuditSessionOf(u User, s Session) []AuditEvent {
	if s.WorkspaceID == "" {
		return nil
	}
	return []AuditEvent{AuditEvent{Action: AuditSessionOpened, Target: AuditTarget{Kind: AuditSession, ID: s.ID}}.ByUser(u)}
}

// AuditInvitationChange is the event of a new invitation, of its end, or of a
// change. A nil state is an invitation that is not there.
func AuditInvitationChange(action AuditAction, was, now *Invitation) AuditEvent {
	shown := now
	if shown == nil {
		shown = was
	}
	return AuditEvent{
		Action: action, Target: AuditTarget{Kind: AuditInvitation, ID: shown.ID, Name: Name(shown.Email)},
		Changes: changesBetween(was.properties(), now.properties()),
	}
}

func (i *Invitation) properties() properties {
	if i == nil {
		return nil
	}
	return properties{"email": i.Email, "role": i.Role, "expires_at": i.ExpiresAt, "accepted_at": i.AcceptedAt}
}

// AuditKeyCreation is the event of a new API key.
func AuditKeyCreation(k APIKey) AuditEvent {
	return AuditEvent{
		Action: AuditAPIKeyCreated, Target: k.auditTarget(),
		Changes: changesBetween(nil, properties{"name": k.Name, "access": k.Access, "expires_at": k.ExpiresAt}),
	}
}

// AuditKeyRevocation is the event of the end of an API key.
func AuditKeyRevocation(k APIKey, now Instant) AuditEvent {
	return AuditEvent{
		Action: AuditAPIKeyRevoked, Target: k.auditTarget(),
		Changes: changesBetween(properties{"revoked_at": k.RevokedAt}, properties{"revoked_at": now}),
	}
}

// auditTarget is the key without anything of its secret.
func (k APIKey) auditTarget() AuditTarget {
	return AuditTarget{Kind: AuditAPIKey, ID: k.ID, Name: k.Name, UserID: k.UserID}
}
