package workspaces

import (
	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = append([]route.Spec{
	{
		ID: "workspaces.list", Method: "GET", Path: "/api/workspaces",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "Workspaces that the caller is an active member of",
		Op:      route.Op((*Family).list),
	},
	{
		ID: "workspaces.create", Method: "POST", Path: "/api/workspaces",
		Credential: auth.Session, Permission: auth.OwnAccount, Creates: true,
		Summary: "Make a workspace",
		Notes:   "The caller owns it. The active workspace stays; a refresh with the new id switches.",
		Op:      route.Op((*Family).create),
	},
	{
		ID: "workspaces.get", Method: "GET", Path: "/api/workspaces/{workspaceId}",
		Credential: auth.Session, Permission: auth.ReadWorkspace,
		Summary: "A workspace",
		Op:      route.Op((*Family).get),
	},
	{
		ID: "workspaces.change", Method: "PATCH", Path: "/api/workspaces/{workspaceId}",
		Credential: auth.Session, Permission: auth.ManageWorkspace,
		Summary: "Change the settings of a workspace",
		Op:      route.Op((*Family).change),
	},
	{
		ID: "workspaces.delete", Method: "DELETE", Path: "/api/workspaces/{workspaceId}",
		Credential: auth.Session, Permission: auth.OwnWorkspace,
		Summary: "Delete a workspace",
		Notes:   "It is gone for everyone, and for every API key, at once; what is in it is removed in the background.",
		Op:      route.Op((*Family).remove),
	},
	{
		ID: "workspaces.transfer", Method: "POST", Path: "/api/workspaces/{workspaceId}/transfer-ownership",
		Credential: auth.Session, Permission: auth.OwnWorkspace,
		Summary:  "Hand a workspace over",
		Notes:    "An active member becomes the owner; the old owner stays as an admin.",
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.Op((*Family).transfer),
	},
	{
		ID: "workspaces.leave", Method: "POST", Path: "/api/workspaces/{workspaceId}/leave",
		Credential: auth.Session, Permission: auth.LeaveWorkspace, WithTimer: true,
		Summary:  "Leave a workspace",
		Notes:    "A running timer is stopped, and the caller's API keys for the workspace are dead for good. The owner has to hand it over first.",
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.Op((*Family).leave),
	},
}, memberRoutes...)

var memberRoutes = []route.Spec{
	{
		ID: "members.list", Method: "GET", Path: "/api/workspaces/{workspaceId}/members",
		Credential: auth.Session, Permission: auth.ReadWorkspace,
		Summary: "Members of a workspace",
		Notes:   "Rates are null for those who may not see them.",
		Op:      route.Op((*Family).listMembers),
	},
	{
		ID: "members.change", Method: "PATCH", Path: "/api/workspaces/{workspaceId}/members/{userId}",
		Credential: auth.Session, Permission: auth.ManageWorkspace,
		Summary:  "Change a member's role or rate, deactivate or reactivate them",
		Notes:    "API keys stay dead after a reactivation. Who left by themselves comes back by a new invitation only.",
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.OnRecord((*Family).loadMember, (*Family).changeMember),
	},
	{
		ID: "members.remove", Method: "DELETE", Path: "/api/workspaces/{workspaceId}/members/{userId}",
		Credential: auth.Session, Permission: auth.ManageWorkspace,
		Summary:  "Deactivate a member",
		Notes:    "Their history stays; a running timer is stopped and their API keys for the workspace are dead for good.",
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.OnRecord((*Family).loadMember, (*Family).removeMember),
	},
}
