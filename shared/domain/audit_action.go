package domain

import (
	"slices"

	"stint/shared/problem"
)

// AuditAction names what happened. More actions may be added.
type AuditAction string

// The actions that the audit log records.
const (
	AuditSessionOpened AuditAction = "session.opened"

	AuditMemberJoined         AuditAction = "member.joined"
	AuditMemberRoleChanged    AuditAction = "member.role_changed"
	AuditMemberRateChanged    AuditAction = "member.rate_changed"
	AuditMemberDeactivated    AuditAction = "member.deactivated"
	AuditMemberReactivated    AuditAction = "member.reactivated"
	AuditMemberLeft           AuditAction = "member.left"
	AuditOwnershipTransferred AuditAction = "ownership.transferred"

	AuditInvitationCreated  AuditAction = "invitation.created"
	AuditInvitationResent   AuditAction = "invitation.resent"
	AuditInvitationRevoked  AuditAction = "invitation.revoked"
	AuditInvitationAccepted AuditAction = "invitation.accepted"
	AuditInvitationDeclined AuditAction = "invitation.declined"

	AuditAPIKeyCreated AuditAction = "api_key.created"
	AuditAPIKeyRevoked AuditAction = "api_key.revoked"

	AuditWorkspaceCreated  AuditAction = "workspace.created"
	AuditWorkspaceChanged  AuditAction = "workspace.changed"
	AuditWorkspaceDeleted  AuditAction = "workspace.deleted"
	AuditWorkspaceRestored AuditAction = "workspace.restored"

	AuditBillingChanged    AuditAction = "billing.changed"
	AuditBillingResnapshot AuditAction = "billing.resnapshot"
	AuditBillingApplied    AuditAction = "billing.applied"
	AuditBillingCancelled  AuditAction = "billing.cancelled"

	AuditProjectCreated       AuditAction = "project.created"
	AuditProjectChanged       AuditAction = "project.changed"
	AuditProjectDeleted       AuditAction = "project.deleted"
	AuditProjectMemberAdded   AuditAction = "project_member.added"
	AuditProjectMemberChanged AuditAction = "project_member.changed"
	AuditProjectMemberRemoved AuditAction = "project_member.removed"

	AuditExportMade AuditAction = "export.made"

	AuditWebhookCreated AuditAction = "webhook.created"
	AuditWebhookChanged AuditAction = "webhook.changed"
	AuditWebhookDeleted AuditAction = "webhook.deleted"

	AuditSubmitted    AuditAction = auditSubmissionPrefix + AuditAction(EventSubmitted)
	AuditWithdrawn    AuditAction = auditSubmissionPrefix + AuditAction(EventWithdrawn)
	AuditResubmitted  AuditAction = auditSubmissionPrefix + AuditAction(EventResubmitted)
	AuditReopened     AuditAction = auditSubmissionPrefix + AuditAction(EventReopened)
	AuditLineApproved AuditAction = auditSubmissionPrefix + AuditAction(EventLineApproved)
	AuditLineRejected AuditAction = auditSubmissionPrefix + AuditAction(EventLineRejected)
	AuditApprovedAll  AuditAction = auditSubmissionPrefix + AuditAction(EventApprovedAll)

	AuditClientLinkCreated AuditAction = "client_link.created"
	AuditClientLinkRevoked AuditAction = "client_link.revoked"
	AuditClientApproved    AuditAction = "client.approved"
	AuditClientRejected    AuditAction = "client.rejected"

	// Of an entry or a timer, by another user than its owner.
	AuditEntryCreated AuditAction = "entry.created"
	AuditEntryChanged AuditAction = "entry.changed"
	AuditEntryDeleted AuditAction = "entry.deleted"

	// By the operator of the service.
	AuditAccountDisabled      AuditAction = "account.disabled"
	AuditAccountEnabled       AuditAction = "account.enabled"
	AuditAccountSessionsEnded AuditAction = "account.sessions_ended"
	AuditAccountKeysEnded     AuditAction = "account.keys_ended"
	AuditWorkspacePurged      AuditAction = "workspace.purged"
	AuditWorkspaceExported    AuditAction = "workspace.exported"
	AuditWorkspaceBroughtBack AuditAction = "workspace.brought_back"
)

const auditSubmissionPrefix = "submission."

var auditActions = []AuditAction{
	AuditSessionOpened,
	AuditMemberJoined, AuditMemberRoleChanged, AuditMemberRateChanged, AuditMemberDeactivated, AuditMemberReactivated, AuditMemberLeft,
	AuditOwnershipTransferred,
	AuditInvitationCreated, AuditInvitationResent, AuditInvitationRevoked, AuditInvitationAccepted, AuditInvitationDeclined,
	AuditAPIKeyCreated, AuditAPIKeyRevoked,
	AuditWorkspaceCreated, AuditWorkspaceChanged, AuditWorkspaceDeleted, AuditWorkspaceRestored,
	AuditBillingChanged, AuditBillingResnapshot, AuditBillingApplied, AuditBillingCancelled,
	AuditProjectCreated, AuditProjectChanged, AuditProjectDeleted,
	AuditProjectMemberAdded, AuditProjectMemberChanged, AuditProjectMemberRemoved,
	AuditExportMade,
	AuditWebhookCreated, AuditWebhookChanged, AuditWebhookDeleted,
	AuditSubmitted, AuditWithdrawn, AuditResubmitted, AuditReopened, AuditLineApproved, AuditLineRejected, AuditApprovedAll,
	AuditClientLinkCreated, AuditClientLinkRevoked, AuditClientApproved, AuditClientRejected,
	AuditEntryCreated, AuditEntryChanged, AuditEntryDeleted,
	AuditAccountDisabled, AuditAccountEnabled, AuditAccountSessionsEnded, AuditAccountKeysEnded,
	AuditWorkspacePurged, AuditWorkspaceExported, AuditWorkspaceBroughtBack,
}

// AuditActions lists all actions.
func AuditActions() []AuditAction { return slices.Clone(auditActions) }

// Values lists the actions that a caller may send.
func (AuditAction) Values() []string { return Texts(auditActions) }

// ParseText reads an action sent by a caller. Errors: enum_invalid.
func (a *AuditAction) ParseText(text string) problem.FieldCode { return ParseValue(a, text) }
