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

// Scope is how much of a caller a permission needs.
type Scope int

// The scopes.
const (
	NoScope        Scope = iota // public
	AccountScope                // a known user
	WorkspaceScope              // an active member of a workspace
)

// Rule says who has a permission.
type Rule struct {
	Scope  Scope
	Writes bool                          // changes workspace data: never for analysts
	Roles  []domain.Role                 // the roles that have it; with WorkspaceScope only
	UserIf func(w domain.Workspace) bool // whether the role user has it too
}

var (
	everyRole = []domain.Role{domain.Owner, domain.Admin, domain.Worker, domain.Analyst}
	workers   = []domain.Role{domain.Owner, domain.Admin, domain.Worker}
	leaders   = []domain.Role{domain.Owner, domain.Admin}
)

// rules is the table of who may do what. Source: contract, "Who may see what".
var rules = map[Permission]Rule{
	Everyone:        {Scope: NoScope},
	OwnAccount:      {Scope: AccountScope},
	LeaveWorkspace:  {Scope: WorkspaceScope, Roles: everyRole},
	OwnKeys:         {Scope: WorkspaceScope, Roles: everyRole},
	ReadWorkspace:   {Scope: WorkspaceScope, Roles: everyRole},
	ReadTime:        {Scope: WorkspaceScope, Roles: everyRole},
	ReadSettings:    {Scope: WorkspaceScope, Roles: []domain.Role{domain.Owner, domain.Admin, domain.Analyst}},
	ManageWorkspace: {Scope: WorkspaceScope, Writes: true, Roles: leaders},
	OwnWorkspace:    {Scope: WorkspaceScope, Writes: true, Roles: []domain.Role{domain.Owner}},
	ManageClients:   {Scope: WorkspaceScope, Writes: true, Roles: leaders},
	CreateProjects:  {Scope: WorkspaceScope, Writes: true, Roles: leaders, UserIf: func(w domain.Workspace) bool { return w.MembersCanCreateProjects }},
	EditProject:     {Scope: WorkspaceScope, Writes: true, Roles: workers},
	CreateTags:      {Scope: WorkspaceScope, Writes: true, Roles: leaders, UserIf: func(w domain.Workspace) bool { return w.MembersCanCreateTags }},
	ManageTags:      {Scope: WorkspaceScope, Writes: true, Roles: leaders},
	TrackTime:       {Scope: WorkspaceScope, Writes: true, Roles: workers},
	SubmitTime:      {Scope: WorkspaceScope, Writes: true, Roles: workers},
	DecideTime:      {Scope: WorkspaceScope, Writes: true, Roles: workers},
	ShareTime:       {Scope: WorkspaceScope, Writes: true, Roles: workers},
	ReopenTime:      {Scope: WorkspaceScope, Writes: true, Roles: leaders},
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

// Allow decides by role alone. It assumes that the caller has what the
// permission's scope asks for. Errors: forbidden with analyst_read_only or
// role_insufficient.
func Allow(c Caller, p Permission) error {
	rule := rules[p]
	if rule.Scope != WorkspaceScope {
		return nil
	}
	role := c.Role()
	switch {
	case rule.Writes && role == domain.Analyst:
		return problem.Deny(problem.AnalystReadOnly)
	case slices.Contains(rule.Roles, role):
		return nil
	case role == domain.Worker && rule.UserIf != nil && rule.UserIf(*c.Workspace):
		return nil
	default:
		return problem.Deny(problem.RoleInsufficient)
	}
}
