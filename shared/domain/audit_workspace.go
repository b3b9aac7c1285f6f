package domain

func workspaceTarget(w Workspace) AuditTarget {
	return AuditTarget{Kind: AuditWorkspace, ID: w.ID, Name: w.Name}
}

// AuditNewWorkspace is the event of a new workspace.
func AuditNewWorkspace(w Workspace) AuditEvent {
	return AuditEvent{Action: AuditWorkspaceCreated, Target: workspaceTarget(w), Changes: changesBetween(nil, w.properties())}
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

func (w Workspace) properties() properties {
	return properties{
		"name": w.Name, "timezone": w.Timezone, "week_start": w.WeekStart, "default_project_visibility": w.DefaultProjectVisibility,
		"members_can_create_projects": w.MembersCanCreateProjects, "members_can_create_tags": w.MembersCanCreateTags,
		"allow_overlap": w.AllowOverlap, "require_second_factor": w.RequireSecondFactor, "require_sso": w.RequireSSO,
		"max_key_days": w.MaxKeyDays, "deleted_at": w.DeletedAt,
	}
}

// AuditBillingChange is the event of changed billable settings.
func AuditBillingChange(w ID, was, now Billing) AuditEvent {
	return AuditEvent{Action: AuditBillingChanged, Target: AuditTarget{Kind: AuditBilling, ID: w}, Changes: changesBetween(was.properties(), now.properties())}
}

func (b Billing) properties() properties {
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
	return AuditEvent{Action: action, Target: AuditTarget{Kind: AuditBillingJob, ID: job}, Changes: changesBetween(nil, r.properties())}
}

func (r Rerating) properties() properties {
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
