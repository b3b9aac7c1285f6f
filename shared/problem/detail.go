package problem

// Detail says which rule forbids a request. Details are part of the interface:
// callers may compare them.
type Detail string

// The details of a forbidden problem.
const (
	// AnalystReadOnly: an analyst tried to change workspace data.
	AnalystReadOnly Detail = "analyst_read_only"
	// NotProjectMember: a user acts on a public project that they are not a member of.
	NotProjectMember Detail = "not_project_member"
	// WorkspaceMismatch: the request refers to a record in another workspace of the caller.
	WorkspaceMismatch Detail = "workspace_mismatch"
	// RoleInsufficient: the caller's role is too low for this.
	RoleInsufficient Detail = "role_insufficient"
	// EmailNotVerified: the caller's e-mail address must be verified first.
	EmailNotVerified Detail = "email_not_verified"
	// WorkspaceRequired: the caller has no active workspace, or is no longer a member of it.
	WorkspaceRequired Detail = "workspace_required"
	// OriginNotAllowed: a request with a cookie comes from another origin.
	OriginNotAllowed Detail = "origin_not_allowed"
	// ReauthenticationRequired: the session proved who its user is too long ago for this.
	ReauthenticationRequired Detail = "reauthentication_required"
	// SecondFactorRequired: the sign-in or the workspace needs a second factor.
	SecondFactorRequired Detail = "second_factor_required"
	// SSORequired: the workspace needs a session that was opened by single sign-on.
	SSORequired Detail = "sso_required"
	// ScopeInsufficient: the access of the API key does not include this.
	ScopeInsufficient Detail = "scope_insufficient"
	// RegistrationClosed: the instance admits nobody, or not this address, without an invitation.
	RegistrationClosed Detail = "registration_closed"
	// NetworkNotAllowed: the workspace does not allow the network address of the caller.
	NetworkNotAllowed Detail = "network_not_allowed"
	// WorkspaceCreationDisabled: only those whom the operator allows make workspaces here.
	WorkspaceCreationDisabled Detail = "workspace_creation_disabled"
)

// Details lists every detail of a forbidden problem.
func Details() []Detail {
	return []Detail{
		AnalystReadOnly, NotProjectMember, WorkspaceMismatch, RoleInsufficient,
		EmailNotVerified, WorkspaceRequired, OriginNotAllowed,
		ReauthenticationRequired, SecondFactorRequired, SSORequired,
		ScopeInsufficient, RegistrationClosed, WorkspaceCreationDisabled, NetworkNotAllowed,
	}
}

// Meaning is one sentence about the rule; "" for a detail that is not listed.
func (d Detail) Meaning() string { return detailMeanings[d] }

var detailMeanings = map[Detail]string{
	AnalystReadOnly:   "Analysts can read everything but cannot change anything.",
	NotProjectMember:  "The project is public, but you are not a member of it.",
	WorkspaceMismatch: "The request refers to a record in another of your workspaces.",
	RoleInsufficient:  "Your role is too low for this.",
	EmailNotVerified:  "Verify your e-mail address first.",
	WorkspaceRequired: "You have no active workspace, or you are no longer a member of it.",
	OriginNotAllowed:  "The request has a cookie but comes from another website.",

	ReauthenticationRequired: "This needs a recent sign-in. Prove again who you are, with POST " +
		"/api/auth/reauthenticate or at your single sign-on provider.",
	SecondFactorRequired:      "This needs a second factor: a code at the sign-in, or a session that was opened with one.",
	SSORequired:               "The workspace needs a session that was opened by single sign-on.",
	ScopeInsufficient:         "The access of this API key does not include this.",
	NetworkNotAllowed:         "The workspace allows its members other networks only.",
	WorkspaceCreationDisabled: "The operator of this instance decides who makes workspaces. Ask to be invited to one.",
	RegistrationClosed:        "New accounts need an invitation here, or an address of another mail domain.",
}
