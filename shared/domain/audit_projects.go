package domain

// AuditProjectChange is the event of a new, changed or deleted project. A nil
// state is a project that is not there.
func AuditProjectChange(was, now *Project) AuditEvent {
	action, shown := actionOf(was, now, AuditProjectCreated, AuditProjectChanged, AuditProjectDeleted)
	return AuditEvent{
		Action: action, Target: AuditTarget{Kind: AuditProject, ID: shown.ID, Name: shown.Name},
		Changes: changesBetween(was.properties(), now.properties()),
	}
}

func (p *Project) properties() properties {
	if p == nil {
		return nil
	}
	return properties{
		"name": p.Name, "client_id": p.ClientID, "color": p.Color, "visibility": p.Visibility, "is_billable": p.IsBillable,
		"hourly_rate": p.HourlyRate, "is_archived": p.IsArchived, "external_id": p.ExternalID,
		"budget": p.Budget.properties(),
	}
}

func (b *Budget) properties() properties {
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
		Changes: changesBetween(was.properties(), now.properties()),
	}
}

func (m *ProjectMember) properties() properties {
	if m == nil {
		return nil
	}
	return properties{"is_manager": m.IsManager, "hourly_rate": m.HourlyRate}
}
