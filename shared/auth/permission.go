package auth

import (
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
)

// Permission is what a route asks of its caller's role. Every route has one:
// route.Check refuses the zero value.
type Permission string

// The permissions. Their rules are in the table below.
const (
	// Everyone: no credential is needed.
	Everyone Permission = "everyone"
	// OwnAccount: the caller's own account, sessions, keys, invitations; no workspace needed.
	OwnAccount Permission = "own_account"
	// LeaveWorkspace: leave the workspace. The owner must hand it over first.
	LeaveWorkspace Permission = "leave_workspace"
	// OwnKeys: the caller's own API keys in a workspace. Analysts have it too: their keys can only read.
	OwnKeys Permission = "own_keys"
	// ReadWorkspace: the workspace, its members, projects, tags and clients.
	ReadWorkspace Permission = "read_workspace"
	// ReadTime: time entries, within the caller's scope.
	ReadTime Permission = "read_time"
	// ReadSettings: invitations and billable settings.
	ReadSettings Permission = "read_settings"
	// ReadJobs: billing jobs. The job decides which users may read it.
	ReadJobs Permission = "read_jobs"
	// ReadKeys: the API keys of all members of the workspace.
	ReadKeys Permission = "read_keys"
	// ReadAuditLog: the audit log.
	ReadAuditLog Permission = "read_audit_log"
	// ReadWebhooks: the webhooks and their deliveries.
	ReadWebhooks Permission = "read_webhooks"
	// ManageWebhooks: make, change, test and delete webhooks.
	ManageWebhooks Permission = "manage_webhooks"
	// ManageWorkspace: settings, members, invitations, billable settings.
	ManageWorkspace Permission = "manage_workspace"
	// OwnWorkspace: delete the workspace or transfer its ownership.
	OwnWorkspace Permission = "own_workspace"
	// ManageClients: create, change and delete clients.
	ManageClients Permission = "manage_clients"
	// CreateProjects: create projects. Users have it if the workspace's settings allow it.
	CreateProjects Permission = "create_projects"
	// EditProject: change a project. The project decides which users are its managers.
	EditProject Permission = "edit_project"
	// CreateTags: create tags. Users have it if the workspace's settings allow it.
	CreateTags Permission = "create_tags"
	// ManageTags: rename and delete tags.
	ManageTags Permission = "manage_tags"
	// TrackTime: start and stop timers and write entries: one's own, and those of others as owner or admin.
	TrackTime Permission = "track_time"
	// SubmitTime: submit one's own time, withdraw it and resubmit it.
	SubmitTime Permission = "submit_time"
	// DecideTime: approve and reject submitted time: all of it as owner or admin, that of their projects as project
	// manager.
	DecideTime Permission = "decide_time"
	// ShareTime: make client links for approved time: owner, admins, and managers of all its projects.
	ShareTime Permission = "share_time"
	// InvoiceTime: mark time as invoiced: all of it as owner or admin, that of their projects as project manager.
	InvoiceTime Permission = "invoice_time"
	// ReopenTime: reopen approved time.
	ReopenTime Permission = "reopen_time"
)

// Requirement is what a permission needs in addition to the role: nothing, an account, or an
// active workspace.
type Requirement int

// The requirements.
const (
	RequiresNothing   Requirement = iota // not even a credential
	RequiresAccount                      // an authenticated user
	RequiresWorkspace                    // an authenticated user with an active workspace
)

// Rule is one row of the table of permissions.
type Rule struct {
	Requires  Requirement
	Writes    bool          // changes data of the workspace; analysts never may
	Roles     []people.Role // the roles that have the permission; set only with RequiresWorkspace
	OpenToAll bool          // the sign-in policy of the workspace does not apply
	// whether the settings of the workspace give it to the role user; nil never does
	AllowsUser func(w people.Workspace) bool
}

var (
	allRoles          = []people.Role{people.RoleOwner, people.RoleAdmin, people.RoleUser, people.RoleAnalyst}
	timeTrackingRoles = []people.Role{people.RoleOwner, people.RoleAdmin, people.RoleUser}
	adminRoles        = []people.Role{people.RoleOwner, people.RoleAdmin}
)

// rules is the table of permissions. docs/interface.md describes it for users.
var rules = map[Permission]Rule{
	Everyone:       {Requires: RequiresNothing},
	OwnAccount:     {Requires: RequiresAccount},
	LeaveWorkspace: {Requires: RequiresWorkspace, Roles: allRoles, OpenToAll: true},
	OwnKeys:        {Requires: RequiresWorkspace, Roles: allRoles},
	ReadWorkspace:  {Requires: RequiresWorkspace, Roles: allRoles},
	ReadTime:       {Requires: RequiresWorkspace, Roles: allRoles},
	ReadSettings: {Requires: RequiresWorkspace, Roles: []people.Role{
		people.RoleOwner, people.RoleAdmin, people.RoleAnalyst}},
	ReadKeys:        {Requires: RequiresWorkspace, Roles: adminRoles},
	ReadJobs:        {Requires: RequiresWorkspace, Roles: allRoles},
	ReadAuditLog:    {Requires: RequiresWorkspace, Roles: adminRoles},
	ReadWebhooks:    {Requires: RequiresWorkspace, Roles: adminRoles},
	ManageWebhooks:  {Requires: RequiresWorkspace, Writes: true, Roles: adminRoles},
	ManageWorkspace: {Requires: RequiresWorkspace, Writes: true, Roles: adminRoles},
	OwnWorkspace:    {Requires: RequiresWorkspace, Writes: true, Roles: []people.Role{people.RoleOwner}},
	ManageClients:   {Requires: RequiresWorkspace, Writes: true, Roles: adminRoles},
	CreateProjects: {Requires: RequiresWorkspace, Writes: true, Roles: adminRoles,
		AllowsUser: func(w people.Workspace) bool { return w.MembersCanCreateProjects }},
	EditProject: {Requires: RequiresWorkspace, Writes: true, Roles: timeTrackingRoles},
	CreateTags: {Requires: RequiresWorkspace, Writes: true, Roles: adminRoles,
		AllowsUser: func(w people.Workspace) bool { return w.MembersCanCreateTags }},
	ManageTags:  {Requires: RequiresWorkspace, Writes: true, Roles: adminRoles},
	TrackTime:   {Requires: RequiresWorkspace, Writes: true, Roles: timeTrackingRoles},
	SubmitTime:  {Requires: RequiresWorkspace, Writes: true, Roles: timeTrackingRoles},
	DecideTime:  {Requires: RequiresWorkspace, Writes: true, Roles: timeTrackingRoles},
	ShareTime:   {Requires: RequiresWorkspace, Writes: true, Roles: timeTrackingRoles},
	InvoiceTime: {Requires: RequiresWorkspace, Writes: true, Roles: timeTrackingRoles},
	ReopenTime:  {Requires: RequiresWorkspace, Writes: true, Roles: adminRoles},
}

// RuleOf gives the rule of a permission; ok is false when there is none.
func RuleOf(p Permission) (rule Rule, ok bool) {
	rule, ok = rules[p]
	return rule, ok
}

// Permissions lists all permissions in the table, sorted.
func Permissions() []Permission {
	all := make([]Permission, 0, len(rules))
	for p := range rules {
		all = append(all, p)
	}
	slices.Sort(all)
	return all
}

// AuthorizeRole decides by role alone. It assumes that the caller has what the rule
// requires. Errors: forbidden with analyst_read_only or role_insufficient.
func AuthorizeRole(c Caller, p Permission) error {
	rule := rules[p]
	if rule.Requires != RequiresWorkspace {
		return nil
	}
	role := c.Role()
	switch {
	case rule.Writes && role == people.RoleAnalyst:
		return problem.Forbidden(problem.AnalystReadOnly)
	case slices.Contains(rule.Roles, role):
		return nil
	case role == people.RoleUser && rule.AllowsUser != nil && rule.AllowsUser(*c.Workspace):
		return nil
	default:
		return problem.Forbidden(problem.RoleInsufficient)
	}
}

// AuthorizeTimeOf decides whether the caller may write the time of a user: their own,
// or as owner or admin everyone's, but not with a key whose access is time. It assumes
// the permission to write time. Errors: forbidden with role_insufficient or
// scope_insufficient.
func AuthorizeTimeOf(c Caller, user domain.ID) error {
	switch {
	case user == c.User.ID:
		return nil
	case !c.IsOwnerOrAdmin():
		return problem.Forbidden(problem.RoleInsufficient)
	default:
		return AuthorizeKey(c, people.AccessFull)
	}
}
