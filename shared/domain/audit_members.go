package domain

func memberTarget(u User) AuditTarget {
	return AuditTarget{Kind: AuditMember, ID: u.ID, Name: u.DisplayName}
}

// AuditMemberChange lists the events of a change of a member by another one: the
// role, the rate, and the end or the return of the membership, each if it changed.
func AuditMemberChange(u User, was, now Member) []AuditEvent {
	var events []AuditEvent
	add := func(action AuditAction, before, after properties) {
		if changes := changesBetween(before, after); len(changes) > 0 {
			events = append(events, AuditEvent{Action: action, Target: memberTarget(u), Changes: changes})
		}
	}
	add(AuditMemberRoleChanged, properties{"role": was.Role}, properties{"role": now.Role})
	add(AuditMemberRateChanged, properties{"hourly_rate": was.HourlyRate}, properties{"hourly_rate": now.HourlyRate})
	state := AuditMemberReactivated
	switch now.State {
	case MemberDeactivated:
		state = AuditMemberDeactivated
	case MemberLeft:
		state = AuditMemberLeft
	}
	add(state, properties{"is_deactivated": !was.Active()}, properties{"is_deactivated": !now.Active()})
	return events
}

// AuditJoin is the event of a user who becomes a member by an invitation. before
// is the earlier membership, nil for none.
func AuditJoin(u User, before *Member, now Member) AuditEvent {
	changes := changesBetween(nil, properties{"role": now.Role})
	if before != nil {
		changes = changesBetween(properties{"role": before.Role, "is_deactivated": true}, properties{"role": now.Role, "is_deactivated": false})
	}
	return AuditEvent{Action: AuditMemberJoined, Target: memberTarget(u), Changes: changes}.ByUser(u)
}

// AuditTransfer is the event of a new owner of a workspace.
func AuditTransfer(was, now Workspace) AuditEvent {
	return AuditEvent{
		Action: AuditOwnershipTransferred, Target: workspaceTarget(now),
		Changes: changesBetween(properties{"owner_id": was.OwnerID}, properties{"owner_id": now.OwnerID}),
	}
}
