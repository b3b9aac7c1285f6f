package domain

// Records of the past keep the names of their time. They are shown without those of
// deleted accounts.

// WithoutName is the actor as it is shown after the deletion of accounts.
func (a Actor) WithoutName(deleted map[ID]bool) Actor {
	if deleted[a.ID] {
		a.Name = DeletedUserName
	}
	return a
}

// NamedUsers are the users whose names or addresses the record may show.
func (r AuditRecord) NamedUsers() []ID { return []ID{r.Actor.User(), r.namedTarget()} }

// WithoutNames is the record as it is shown after the deletion of accounts. The name of
// an API key stays.
func (r AuditRecord) WithoutNames(deleted map[ID]bool) AuditRecord {
	if r.Actor.Kind == AuditByUser && deleted[r.Actor.ID] {
		r.Actor.Name = DeletedUserName
	}
	if deleted[r.namedTarget()] {
		r.Target.Name = DeletedUserName
	}
	return r
}

// namedTarget is the user whose name or address is that of the target; "" for none. An
// invitation shows the address of the user who answered it.
func (r AuditRecord) namedTarget() ID {
	switch {
	case r.Target.Kind == AuditMember || r.Target.Kind == AuditProjectMember:
		return r.Target.ID
	case r.Action == AuditInvitationAccepted || r.Action == AuditInvitationDeclined:
		return r.Actor.User()
	}
	return ""
}
