package domain

import (
	"slices"

	"stint/shared/problem"
)

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
func (AuditAction) Values() []string { return texts(auditActions) }

// ParseText reads an action sent by a caller. Errors: enum_invalid.
func (a *AuditAction) ParseText(text string) problem.FieldCode { return parseValue(a, text) }
