package domain

// AuditAccountAct is the event of an act of the operator on an account.
func AuditAccountAct(action AuditAction, was, now User) AuditEvent {
	return AuditEvent{Action: action, Target: memberTarget(now), Changes: changesBetween(was.access(), now.access())}
}

// access is what the audit log shows of who has access to an account.
func (u User) access() properties { return properties{"is_disabled": u.Disabled()} }

// AuditWorkspaceAct is the event of an act of the operator on a workspace.
func AuditWorkspaceAct(action AuditAction, was, now Workspace) AuditEvent {
	return AuditEvent{Action: action, Target: workspaceTarget(now), Changes: changesBetween(was.properties(), now.properties())}
}
