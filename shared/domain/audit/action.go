package audit

import (
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
)

// Action names what happened. More actions may be added.
type Action string

// The actions that the audit log records.
const (
	SessionOpened Action = "session.opened"
	SignInFailed  Action = "sign_in.failed" // of a member: at most one event in a quarter of an hour from a network

	// Of an account, in the log of each workspace that the user is an active member of.
	SecondFactorEnabled   Action = "second_factor.enabled"
	SecondFactorDisabled  Action = "second_factor.disabled"
	RecoveryCodesReplaced Action = "second_factor.recovery_codes_replaced"
	LoginLinked           Action = "login.linked"
	LoginUnlinked         Action = "login.unlinked"
	PasskeyAdded          Action = "passkey.added"
	PasskeyRemoved        Action = "passkey.removed"

	MemberJoined         Action = "member.joined"
	MemberRoleChanged    Action = "member.role_changed"
	MemberRateChanged    Action = "member.rate_changed"
	MemberDeactivated    Action = "member.deactivated"
	MemberReactivated    Action = "member.reactivated"
	MemberLeft           Action = "member.left"
	MemberSessionsEnded  Action = "member.sessions_ended"
	OwnershipTransferred Action = "ownership.transferred"

	InvitationCreated  Action = "invitation.created"
	InvitationResent   Action = "invitation.resent"
	InvitationRevoked  Action = "invitation.revoked"
	InvitationAccepted Action = "invitation.accepted"
	InvitationDeclined Action = "invitation.declined"

	APIKeyCreated Action = "api_key.created"
	APIKeyRevoked Action = "api_key.revoked"

	CalendarFeedCreated Action = "calendar_feed.created"
	CalendarFeedDeleted Action = "calendar_feed.deleted"

	AppAuthorized Action = "app.authorized"
	AppRefused    Action = "app.refused"
	AppRevoked    Action = "app.revoked"

	OAuthClientCreated Action = "oauth_client.created"
	OAuthClientChanged Action = "oauth_client.changed"
	OAuthClientDeleted Action = "oauth_client.deleted"

	WorkspaceCreated  Action = "workspace.created"
	WorkspaceChanged  Action = "workspace.changed"
	WorkspaceDeleted  Action = "workspace.deleted"
	WorkspaceRestored Action = "workspace.restored"

	BillingChanged    Action = "billing.changed"
	BillingResnapshot Action = "billing.resnapshot"
	BillingApplied    Action = "billing.applied"
	BillingCancelled  Action = "billing.cancelled"

	ProjectCreated       Action = "project.created"
	ProjectChanged       Action = "project.changed"
	ProjectDeleted       Action = "project.deleted"
	ProjectMemberAdded   Action = "project_member.added"
	ProjectMemberChanged Action = "project_member.changed"
	ProjectMemberRemoved Action = "project_member.removed"

	ClientCreated Action = "client.created"
	ClientChanged Action = "client.changed"
	ClientDeleted Action = "client.deleted"

	ExportMade   Action = "export.made"
	DocumentMade Action = "document.made"
	ListRead     Action = "list.read" // the first time of a day (UTC) by an API key

	WebhookCreated Action = "webhook.created"
	WebhookChanged Action = "webhook.changed"
	WebhookDeleted Action = "webhook.deleted"

	Submitted    Action = auditSubmissionPrefix + Action(timesheets.EventSubmitted)
	Withdrawn    Action = auditSubmissionPrefix + Action(timesheets.EventWithdrawn)
	Resubmitted  Action = auditSubmissionPrefix + Action(timesheets.EventResubmitted)
	Reopened     Action = auditSubmissionPrefix + Action(timesheets.EventReopened)
	LineApproved Action = auditSubmissionPrefix + Action(timesheets.EventLineApproved)
	LineRejected Action = auditSubmissionPrefix + Action(timesheets.EventLineRejected)
	ApprovedAll  Action = auditSubmissionPrefix + Action(timesheets.EventApprovedAll)

	ClientLinkCreated Action = "client_link.created"
	ClientLinkRevoked Action = "client_link.revoked"
	ClientApproved    Action = "client.approved"
	ClientRejected    Action = "client.rejected"

	// Of an entry or a timer, by another user than its owner.
	EntryCreated Action = "entry.created"
	EntryChanged Action = "entry.changed"
	EntryDeleted Action = "entry.deleted"

	EntriesInvoiced Action = "entries.invoiced" // marked with an invoice, or freed of it

	// By the operator of the service.
	AccountDisabled      Action = "account.disabled"
	AccountEnabled       Action = "account.enabled"
	AccountSessionsEnded Action = "account.sessions_ended"
	AccountKeysEnded     Action = "account.keys_ended"

	AccountWorkspacesAllowed   Action = "account.workspaces_allowed"
	AccountWorkspacesForbidden Action = "account.workspaces_forbidden"
	WorkspacePurged            Action = "workspace.purged"
	WorkspaceExported          Action = "workspace.exported"
	WorkspaceBroughtBack       Action = "workspace.brought_back"
)

const auditSubmissionPrefix = "submission."

var auditActions = []Action{
	SessionOpened, SignInFailed,
	SecondFactorEnabled, SecondFactorDisabled, RecoveryCodesReplaced, LoginLinked, LoginUnlinked,
	PasskeyAdded, PasskeyRemoved,
	MemberJoined, MemberRoleChanged, MemberRateChanged, MemberDeactivated, MemberReactivated, MemberLeft,
	MemberSessionsEnded,
	OwnershipTransferred,
	InvitationCreated, InvitationResent, InvitationRevoked, InvitationAccepted, InvitationDeclined,
	APIKeyCreated, APIKeyRevoked, CalendarFeedCreated, CalendarFeedDeleted, AppAuthorized, AppRefused, AppRevoked,
	OAuthClientCreated, OAuthClientChanged, OAuthClientDeleted,
	WorkspaceCreated, WorkspaceChanged, WorkspaceDeleted, WorkspaceRestored,
	BillingChanged, BillingResnapshot, BillingApplied, BillingCancelled,
	ProjectCreated, ProjectChanged, ProjectDeleted,
	ProjectMemberAdded, ProjectMemberChanged, ProjectMemberRemoved,
	ClientCreated, ClientChanged, ClientDeleted,
	ExportMade, DocumentMade, ListRead,
	WebhookCreated, WebhookChanged, WebhookDeleted,
	Submitted, Withdrawn, Resubmitted, Reopened, LineApproved, LineRejected, ApprovedAll,
	ClientLinkCreated, ClientLinkRevoked, ClientApproved, ClientRejected,
	EntryCreated, EntryChanged, EntryDeleted, EntriesInvoiced,
	AccountDisabled, AccountEnabled, AccountSessionsEnded, AccountKeysEnded,
	AccountWorkspacesAllowed, AccountWorkspacesForbidden,
	WorkspacePurged, WorkspaceExported, WorkspaceBroughtBack,
}

// Actions lists all actions.
func Actions() []Action { return slices.Clone(auditActions) }

// Values lists the actions that a caller may send.
func (Action) Values() []string { return domain.Texts(auditActions) }

// ParseText reads an action sent by a caller. Errors: enum_invalid.
func (a *Action) ParseText(text string) problem.FieldCode { return domain.ParseValue(a, text) }
