package invitations

import (
	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "invitations.list", Method: "GET", Path: "/api/workspaces/{workspaceId}/invitations",
		Credential: auth.Session, Permission: auth.ReadSettings,
		Summary: "Open invitations of a workspace, oldest first",
		Op:      route.Op((*Family).list),
	},
	{
		ID: "invitations.invite", Method: "POST", Path: "/api/workspaces/{workspaceId}/invitations",
		Credential: auth.Session, Permission: auth.ManageWorkspace, Creates: true, Throttle: route.StrictThrottle,
		Summary:  "Invite somebody by e-mail",
		Notes:    "The link in the mail is good for 14 days. One invitation can be open per address; a member's address is a conflict, one whose membership has ended may be invited again.",
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.Op((*Family).invite),
	},
	{
		ID: "invitations.resend", Method: "POST", Path: "/api/workspaces/{workspaceId}/invitations/{id}/resend",
		Credential: auth.Session, Permission: auth.ManageWorkspace, Throttle: route.StrictThrottle,
		Summary: "Send an invitation again",
		Notes:   "The new link is good for 14 days from now; the link sent before is dead.",
		Op:      route.OnRecord((*Family).loadInvitation, (*Family).resend),
	},
	{
		ID: "invitations.revoke", Method: "DELETE", Path: "/api/workspaces/{workspaceId}/invitations/{id}",
		Credential: auth.Session, Permission: auth.ManageWorkspace,
		Summary: "Revoke an invitation",
		Op:      route.OnRecord((*Family).loadInvitation, (*Family).revoke),
	},
	{
		ID: "invitations.lookup", Method: "GET", Path: "/api/invitations/{token}",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary:  "What the link in an invitation leads to",
		Notes:    "An invitation that was used or revoked, or has expired, is not found.",
		Problems: []problem.Code{problem.CodeNotFound},
		Op:       route.Op((*Family).lookup),
	},
	{
		ID: "invitations.pending", Method: "GET", Path: "/api/me/pending-invitations",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "Invitations to the caller's verified address",
		Notes:   "Empty until the address is verified.",
		Op:      route.Op((*Family).pending),
	},
	{
		ID: "invitations.accept", Method: "POST", Path: "/api/me/pending-invitations/{invitationId}/accept",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "Accept an invitation",
		Notes:   "Makes the caller a member with the invited role; the active workspace stays. Accepting again gets the same answer.",
		Op:      route.OnRecord((*Family).loadPending, (*Family).accept),
	},
	{
		ID: "invitations.decline", Method: "POST", Path: "/api/me/pending-invitations/{invitationId}/decline",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "Decline an invitation",
		Op:      route.OnRecord((*Family).loadPending, (*Family).decline),
	},
}
