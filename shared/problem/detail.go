package problem

// Detail narrows a forbidden problem. Details are part of the contract: callers
// may compare them.
type Detail string

// The details of a forbidden problem.
const (
	// AnalystReadOnly: an analyst attempted a change of workspace data.
	AnalystReadOnly Detail = "analyst_read_only"
	// NotProjectMember: a user acts on a public project without being its member.
	NotProjectMember Detail = "not_project_member"
	// WorkspaceMismatch: the request refers to a thing in another of the caller's workspaces.
	WorkspaceMismatch Detail = "workspace_mismatch"
	// RoleInsufficient: the caller's role is too low for this.
	RoleInsufficient Detail = "role_insufficient"
	// EmailNotVerified: the caller's e-mail address must be verified first.
	EmailNotVerified Detail = "email_not_verified"
	// WorkspaceRequired: the caller has no active workspace, or is no longer a member of it.
	WorkspaceRequired Detail = "workspace_required"
	// OriginNotAllowed: a cookie-borne request from a foreign origin.
	OriginNotAllowed Detail = "origin_not_allowed"
)
