package auth

import (
	"time"

	"stint/shared/domain"
)

// Caller is an authenticated user, as a member of the workspace that the request is
// about.
type Caller struct {
	User           domain.User
	Session        *domain.Session            // nil for an API key
	APIKey         *domain.APIKey             // nil for a session
	Workspace      *domain.Workspace          // nil: none is active, it was deleted, or the user is no longer a member
	Member         *domain.Member             // set exactly when Workspace is
	Billing        *domain.Billing            // set exactly when Workspace is
	Timer          *domain.Entry              // the running timer; read only on routes with WithTimer
	Calendar       *domain.CalendarConnection // nil without one; read only on routes with WithCalendar
	TokenExpiresAt time.Time                  // when the access token expires; zero for an API key
}

// Role is the caller's role in the workspace; "" without one.
func (c Caller) Role() domain.Role {
	if c.Workspace == nil {
		return ""
	}
	return c.Member.RoleIn(*c.Workspace)
}

// IsOwnerOrAdmin reports whether the caller is owner or admin of the workspace.
func (c Caller) IsOwnerOrAdmin() bool {
	role := c.Role()
	return role == domain.RoleOwner || role == domain.RoleAdmin
}

// WorkspaceID is the workspace's id; "" without one.
func (c Caller) WorkspaceID() domain.ID {
	if c.Workspace == nil {
		return ""
	}
	return c.Workspace.ID
}

// SeesRates reports whether rates and amounts of the whole workspace are shown
// to the caller. Project managers also see those of their projects;
// tracking.Viewer.SeesRatesOn decides for entries, access.Project.SeesRates for a
// project.
func (c Caller) SeesRates() bool {
	if c.Workspace == nil {
		return false
	}
	return c.Role() != domain.RoleUser || c.Billing.MembersSeeRates
}
