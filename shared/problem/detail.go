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

// Details lists every detail of a forbidden problem.
func Details() []Detail {
	return []Detail{
		AnalystReadOnly, NotProjectMember, WorkspaceMismatch, RoleInsufficient,
		EmailNotVerified, WorkspaceRequired, OriginNotAllowed,
	}
}

// Meaning says in one sentence which rule applied; "" for a detail that is not
// listed.
func (d Detail) Meaning() string { return detailMeanings[d] }

var detailMeanings = map[Detail]string{
	AnalystReadOnly:   "Analysts read everything and change nothing.",
	NotProjectMember:  "The project is public, but you are not its member.",
	WorkspaceMismatch: "The request refers to a thing in another of your workspaces.",
	RoleInsufficient:  "Your role is too low for this.",
	EmailNotVerified:  "Verify your e-mail address first.",
	WorkspaceRequired: "No workspace is active, or you are no longer a member of it.",
	OriginNotAllowed:  "A cookie came with a request from a foreign web page.",
}
