package invitations

import (
	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = route.WithTwins([]route.Spec{
	{
		ID: "invitations.list", Method: "GET", Path: "/api/workspaces/{workspaceId}/invitations",
		Credential: auth.Session, Permission: auth.ReadSettings,
		Summary: "List invitations",
		Notes: "The open ones, oldest first. An invitation whose inviter lost the right to invite is void: nobody can " +
			"accept it. It is listed until it expires, so that it can be sent again or revoked.",
		Op: route.OpWithInput((*Family).list),
	},
	{
		ID: "invitations.invite", Method: "POST", Path: "/api/workspaces/{workspaceId}/invitations",
		Credential: auth.Session, Permission: auth.ManageWorkspace, Creates: true, Throttle: route.StrictThrottle,
		Fresh: route.FreshForAdmins, NeedsProvenEmail: true,
		Summary: "Invite a user by e-mail",
		Notes: "The link in the mail is valid for 14 days. An address can have one open invitation. The address of an " +
			"active member is a conflict; former members can be invited again. An invitation lives only while its inviter " +
			"may invite; a void one does not stand in the way of a new one.",
		Problems: []problem.Code{problem.CodeConflict},
		Audit:    []audit.Action{audit.InvitationCreated},
		Op:       route.OpWithInput((*Family).invite),
	},
	{
		ID: "invitations.resend", Method: "POST", Path: "/api/workspaces/{workspaceId}/invitations/{id}/resend",
		Credential: auth.Session, Permission: auth.ManageWorkspace, Throttle: route.StrictThrottle, NeedsProvenEmail: true,
		Fresh:   route.FreshForAdmins,
		Summary: "Resend an invitation",
		Notes: "The new link is valid for 14 days. The previous link stops working. The caller is its inviter from " +
			"then on.",
		Audit: []audit.Action{audit.InvitationResent},
		Op:    route.OnRecord((*Family).loadInvitation, (*Family).resend),
	},
	{
		ID: "invitations.revoke", Method: "DELETE", Path: "/api/workspaces/{workspaceId}/invitations/{id}",
		Credential: auth.Session, Permission: auth.ManageWorkspace, IfMatch: true,
		Summary: "Revoke an invitation",
		Notes:   "The link in the mail stops working.",
		Audit:   []audit.Action{audit.InvitationRevoked},
		Op:      route.OnRecord((*Family).loadInvitation, (*Family).revoke),
	},
	{
		ID: "invitations.lookup", Method: "GET", Path: "/api/invitations/{token}",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitToken,
		Summary: "Look up an invitation",
		Notes: "Used, revoked, void and expired invitations are not found. Browsers are redirected to the page of the " +
			"invitation.",
		Problems: []problem.Code{problem.CodeNotFound},
		Op:       route.Op((*Family).lookup),
	},
	{
		ID: "invitations.pending", Method: "GET", Path: "/api/me/pending-invitations",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "List pending invitations",
		Notes:   "Those to the caller's address. Empty until the address is verified.",
		Op:      route.OpWithInput((*Family).pending),
	},
	{
		ID: "invitations.accept", Method: "POST", Path: "/api/me/pending-invitations/{invitationId}/accept",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "Accept an invitation",
		Notes: "The caller becomes a member with the role of the invitation. The active workspace does not change. " +
			"Accepting again returns the same answer.",
		Audit: []audit.Action{audit.InvitationAccepted, audit.MemberJoined},
		Op:    route.OnRecord((*Family).loadPending, (*Family).accept),
	},
	{
		ID: "invitations.decline", Method: "POST", Path: "/api/me/pending-invitations/{invitationId}/decline",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "Decline an invitation",
		Notes:   "The link in the mail stops working. The workspace can send another invitation.",
		Audit:   []audit.Action{audit.InvitationDeclined},
		Op:      route.OnRecord((*Family).loadPending, (*Family).decline),
	},
})
