package workspaces

import (
	"slices"

	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = route.WithTwins(slices.Concat(workspaceRoutes, memberRoutes, auditRoutes))

var workspaceRoutes = []route.Spec{
	{
		ID: "workspaces.list", Method: "GET", Path: "/api/workspaces",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "List workspaces",
		Notes:   "Those that the caller is a member of.",
		Op:      route.OpWithInput((*Family).list),
	},
	{
		ID: "workspaces.create", Method: "POST", Path: "/api/workspaces",
		Credential: auth.Session, Permission: auth.OwnAccount, Creates: true, NeedsProvenEmail: true,
		Summary: "Create a workspace",
		Notes: "The caller becomes its owner. The active workspace does not change; refresh with the new workspaceId " +
			"to switch. An instance may let only some make workspaces (workspace_creation_disabled).",
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.WorkspaceCreated},
		Op:       route.OpWithInput((*Family).create),
	},
	{
		ID: "workspaces.get", Method: "GET", Path: "/api/workspaces/{workspaceId}",
		Credential: auth.Session, Permission: auth.ReadWorkspace,
		Summary: "Get a workspace",
		Notes:   "With the caller's role in it.",
		Op:      route.Op((*Family).get),
	},
	{
		ID: "workspaces.change", Method: "PATCH", Path: "/api/workspaces/{workspaceId}",
		Credential: auth.Session, Permission: auth.ManageWorkspace, Fresh: route.FreshForPolicy,
		Summary: "Update a workspace",
		Notes:   "For owners and admins. A property that is absent stays unchanged.",
		Audit:   []audit.Action{audit.WorkspaceChanged},
		Op:      route.OpWithInput((*Family).change),
	},
	{
		ID: "workspaces.logo.replace", Method: "PUT", Path: "/api/workspaces/{workspaceId}/logo",
		Credential: auth.Session, Permission: auth.ManageWorkspace, IfMatch: true,
		Summary: "Set the logo",
		Notes: "For owners and admins. The body is the picture itself: a PNG or an SVG of at most 64 KB. Clients see it on " +
			"the pages where they sign, in mails and in documents. A PNG has at most 2,000 pixels on a side " +
			"and 2,000,000 in all. An SVG only draws: scripts, styles, animations and whatever it would load are refused. " +
			"The picture is written again before it is kept. Without a content encoding.",
		Audit: []audit.Action{audit.WorkspaceChanged},
		Op:    route.OpWithInput((*Family).replaceLogo),
	},
	{
		ID: "workspaces.logo.delete", Method: "DELETE", Path: "/api/workspaces/{workspaceId}/logo",
		Credential: auth.Session, Permission: auth.ManageWorkspace, IfMatch: true,
		Summary: "Remove the logo",
		Notes:   "For owners and admins. Removing a logo that is not there changes nothing.",
		Audit:   []audit.Action{audit.WorkspaceChanged},
		Op:      route.Op((*Family).removeLogo),
	},
	{
		ID: "workspaces.delete", Method: "DELETE", Path: "/api/workspaces/{workspaceId}",
		Credential: auth.Session, Permission: auth.OwnWorkspace, SessionOnly: true, Fresh: route.FreshAlways,
		Summary: "Delete a workspace",
		Notes: "It disappears at once for all members, and its API keys stop working for good. The owner can restore " +
			"it until its records are removed in the background: after 14 days, unless the instance is configured " +
			"otherwise. No list shows it; a mail tells the owner its id and until when it can be restored.",
		Audit: []audit.Action{audit.WorkspaceDeleted},
		Op:    route.Op((*Family).remove),
	},
	{
		ID: "workspaces.restore", Method: "POST", Path: "/api/workspaces/{workspaceId}/restore",
		Credential: auth.Session, Permission: auth.OwnWorkspace, SessionOnly: true, WithDeleted: true,
		Summary: "Restore a deleted workspace",
		Notes: "Everything is as it was, except that its API keys stay revoked. Running timers ran on. Only the owner " +
			"finds a deleted workspace, and nobody does once the removal of its records has begun. Restoring a workspace " +
			"that is not deleted changes nothing.",
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.WorkspaceRestored},
		Op:       route.Op((*Family).restore),
	},
	{
		ID: "workspaces.transfer", Method: "POST", Path: "/api/workspaces/{workspaceId}/transfer-ownership",
		Credential: auth.Session, Permission: auth.OwnWorkspace, SessionOnly: true, Fresh: route.FreshAlways,
		Summary:  "Transfer a workspace",
		Notes:    "An active member becomes the owner. The previous owner stays as an admin.",
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.OwnershipTransferred},
		Op:       route.OpWithInput((*Family).transfer),
	},
	{
		ID: "workspaces.leave", Method: "POST", Path: "/api/workspaces/{workspaceId}/leave",
		Credential: auth.Session, Permission: auth.LeaveWorkspace, SessionOnly: true, WithTimer: true,
		Summary: "Leave a workspace",
		Notes: "A running timer is stopped, and the caller's API keys for the workspace stop working for good. The " +
			"owner has to transfer the workspace first.",
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.MemberLeft},
		Op:       route.Op((*Family).leave),
	},
}

var auditRoutes = []route.Spec{
	{
		ID: "audit_log.list", Method: "GET", Path: "/api/workspaces/{workspaceId}/audit-log",
		Credential: auth.Session, Permission: auth.ReadAuditLog,
		Summary: "List the audit log",
		Notes: "The newest event is first. Each event was written in the same transaction as the change. Events are kept " +
			"for 400 days, and nobody can change or delete them. " +
			"An event of an entry is there only if another user than the entry's owner made, changed or deleted it. " +
			"Texts of more than 200 characters and lists of more than 10 items are cut in changes. The action says what " +
			"happened; more actions may be added. " +
			"A route that adds to the audit log says so in its description.",
		Op: route.Op((*Family).listAuditEvents),
	},
}

var memberRoutes = []route.Spec{
	{
		ID: "members.list", Method: "GET", Path: "/api/workspaces/{workspaceId}/members",
		Credential: auth.Session, Permission: auth.ReadWorkspace,
		Summary: "List members",
		Notes:   "hourly_rate is null for callers who may not see rates.",
		Op:      route.OpWithInput((*Family).listMembers),
	},
	{
		ID: "members.change", Method: "PATCH", Path: "/api/workspaces/{workspaceId}/members/{userId}",
		Credential: auth.Session, Permission: auth.ManageWorkspace, Fresh: route.FreshForAdmins,
		Summary: "Update a member",
		Notes: "Changes the role or the rate, deactivates or reactivates. The running timer of a member who becomes " +
			"an analyst is stopped. API keys stay invalid after a reactivation. A member who left can only come back by a " +
			"new invitation.",
		Problems: []problem.Code{problem.CodeConflict},
		Audit: []audit.Action{audit.MemberRoleChanged, audit.MemberRateChanged, audit.MemberDeactivated,
			audit.MemberReactivated, audit.EntryChanged},
		Op: route.OnRecordWithInput((*Family).loadMember, (*Family).changeMember),
	},
	{
		ID: "members.remove", Method: "DELETE", Path: "/api/workspaces/{workspaceId}/members/{userId}",
		Credential: auth.Session, Permission: auth.ManageWorkspace, Fresh: route.FreshForAdmins,
		Summary: "Deactivate a member",
		Notes: "Their entries stay. A running timer is stopped, and their API keys for the workspace stop working for " +
			"good.",
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.MemberDeactivated, audit.EntryChanged},
		Op:       route.OnRecord((*Family).loadMember, (*Family).removeMember),
	},
	{
		ID: "members.sign_out", Method: "DELETE", Path: "/api/workspaces/{workspaceId}/members/{userId}/sessions",
		Credential: auth.Session, Permission: auth.ManageWorkspace, Fresh: route.FreshAlways, SessionOnly: true,
		Summary: "End a member's sessions",
		Notes: "Ends all their sessions and API keys for this workspace: each request with one of them is answered 401 " +
			"until they sign in again. Their sessions still lead to their other workspaces. Only the owner ends the " +
			"owner's.",
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.MemberSessionsEnded},
		Op:       route.OnRecord((*Family).loadMember, (*Family).signOutMember),
	},
}
