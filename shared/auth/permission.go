package auth

import (
	"slices"

	"stint/shared/domain"
	"stint/shared/problem"
)

// Permission names what a route lets its caller do. Every route has one; the
// zero value is none and lets nothing start.
type Permission string

// The permissions. Their rules stand in the table below.
const (
	// Everyone: no credential is asked for.
	Everyone Permission = "everyone"
	// OwnAccount: the caller's own account, sessions, keys, invitations; no workspace needed.
	OwnAccount Permission = "own_account"
	// LeaveWorkspace: every member but the owner may go (the owner must hand over first).
	LeaveWorkspace Permission = "leave_workspace"
	// OwnKeys: the caller's own API keys in a workspace; analysts too, as such a key reads only as they do.
	OwnKeys Permission = "own_keys"
	// ReadWorkspace: the workspace, its members, projects, tags and clients.
	ReadWorkspace Permission = "read_workspace"
	// ReadTime: time entries, each as far as the caller may see it.
	ReadTime Permission = "read_time"
	// ReadSettings: invitations and billable settings.
	ReadSettings Permission = "read_settings"
	// ManageWorkspace: settings, members, invitations, billable settings.
	ManageWorkspace Permission = "manage_workspace"
	// OwnWorkspace: delete the workspace or hand it over.
	OwnWorkspace Permission = "own_workspace"
	// ManageClients: create, change and delete clients.
	ManageClients Permission = "manage_clients"
	// CreateProjects: owner and admins, users where the workspace lets them.
	CreateProjects Permission = "create_projects"
	// EditProject: owner, admins and the project's managers; which is asked of the project.
	EditProject Permission = "edit_project"
	// CreateTags: owner and admins, users where the workspace lets them.
	CreateTags Permission = "create_tags"
	// ManageTags: rename and delete tags.
	ManageTags Permission = "manage_tags"
	// TrackTime: start and stop timers, write entries; one's own, or others' for owner and admins.
	TrackTime Permission = "track_time"
	// SubmitTime: submit one's own time, withdraw and resubmit it.
	SubmitTime Permission = "submit_time"
	// DecideTime: approve and reject submitted time; owner and admins all, managers that of their projects.
	DecideTime Permission = "decide_time"
	// ShareTime: let a client sign approved time; owner and admins, who manages all projects of it.
	ShareTime Permission = "share_time"
	// ReopenTime: open approved time again.
	ReopenTime Permission = "reopen_time"
)

// Requirement is how much of a caller a permission needs.
type Requirement int

// The scopes.
const (
	RequiresNothing   Requirement = iota // public
	RequiresAccount                      // a known user
	RequiresWorkspace                    // an active member of a workspace
)

// Rule says who has a permission.
type Rule struct {
	Requires   Requirement
	Writes     bool                          // changes workspace data: never for analysts
	Roles      []domain.Role                 // the roles that have it; with RequiresWorkspace only
	AllowsUser func(w domain.Workspace) bool // whether the role user has it too
}

var (
	allRoles          = []domain.Role{domain.RoleOwner, domain.RoleAdmin, domain.RoleUser, domain.RoleAnalyst}
	timeTrackingRoles = []domain.Role{domain.RoleOwner, domain.RoleAdmin, domain.RoleUser}
	adminRoles        = []domain.Role{domain.RoleOwner, domain.RoleAdmin}
)

// rules is the table of who may do what. Source: contract, "Who may see what".
var rules = map[Permission]Rule{
	Everyone:        {Requires: RequiresNothing},
	OwnAccount:      {Requires: RequiresAccount},
	LeaveWorkspace:  {Requires: RequiresWorkspace, Roles: allRoles},
	OwnKeys:         {Requires: RequiresWorkspace, Roles: allRoles},
	ReadWorkspace:   {Requires: RequiresWorkspace, Roles: allRoles},
	ReadTime:        {Requires: RequiresWorkspace, Roles: allRoles},
	ReadSettings:    {Requires: RequiresWorkspace, Roles: []domain.Role{domain.RoleOwner, domain.RoleAdmin, domain.RoleAnalyst}},
	ManageWorkspace: {Requires: RequiresWorkspace, Writes: true, Roles: adminRoles},
	OwnWorkspace:    {Requires: RequiresWorkspace, Writes: true, Roles: []domain.Role{domain.RoleOwner}},
	ManageClients:   {Requires: RequiresWorkspace, Writes: true, Roles: adminRoles},
	CreateProjects:  {Requires: RequiresWorkspace, Writes: true, Roles: adminRoles, AllowsUser: func(w domain.Workspace) bool { return w.MembersCanCreateProjects }},
	EditProject:     {Requires: RequiresWorkspace, Writes: true, Roles: timeTrackingRoles},
	CreateTags:      {Requires: RequiresWorkspace, Writes: true, Roles: adminRoles, AllowsUser: func(w domain.Workspace) bool { return w.MembersCanCreateTags }},
	ManageTags:      {Requires: RequiresWorkspace, Writes: true, Roles: adminRoles},
	TrackTime:       {Requires: RequiresWorkspace, Writes: true, Roles: timeTrackingRoles},
	SubmitTime:      {Requires: RequiresWorkspace, Writes: true, Roles: timeTrackingRoles},
	DecideTime:      {Requires: RequiresWorkspace, Writes: true, Roles: timeTrackingRoles},
	ShareTime:       {Requires: RequiresWorkspace, Writes: true, Roles: timeTrackingRoles},
	ReopenTime:      {Requires: RequiresWorkspace, Writes: true, Roles: adminRoles},
}

// RuleOf gives the rule of a permission; ok is false for one that is not in
// the table.
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

// AuthorizeRole decides by role alone. It assumes that the caller has what the
// permission's scope asks for. Errors: forbidden with analyst_read_only or
// role_insufficient.
func AuthorizeRole(c Caller, p Permission) error {
	rule := rules[p]
	if rule.Requires != RequiresWorkspace {
		return nil
	}
	role := c.Role()
	switch {
	case rule.Writes && role == domain.RoleAnalyst:
		return problem.Forbidden(problem.AnalystReadOnly)
	case slices.Contains(rule.Roles, role):
		return nil
	case role == domain.RoleUser && rule.AllowsUser != nil && rule.AllowsUser(*c.Workspace):
		return nil
	default:
		return problem.Forbidden(problem.RoleInsufficient)
	}
}
