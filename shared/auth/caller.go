package auth

import (
	"net/netip"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
)

// Caller is an authenticated user, as a member of the workspace that the request is
// about.
type Caller struct {
	User           people.User
	Session        *people.Session            // nil for an API key
	APIKey         *people.APIKey             // nil for a session; the grant of an app is one
	Workspace      *people.Workspace          // nil: none is active, it was deleted, or the user is no longer a member
	Member         *people.Member             // set exactly when Workspace is
	Billing        *money.Billing             // set exactly when Workspace is
	Timer          *timelog.Entry             // the running timer; read only on routes with WithTimer
	Calendar       *people.CalendarConnection // nil without one; read only on routes with WithCalendar
	From           netip.Addr                 // network address of the request; zero if it is not known
	TokenExpiresAt time.Time                  // when the access token expires; zero for an API key
}

// App is the app that acts for the user; nil without one.
func (c Caller) App() *people.App {
	if c.APIKey == nil {
		return nil
	}
	return c.APIKey.App
}

// Role is the caller's role in the workspace; "" without one.
func (c Caller) Role() people.Role {
	if c.Workspace == nil {
		return ""
	}
	return c.Member.RoleIn(*c.Workspace)
}

// IsOwnerOrAdmin reports whether the caller is owner or admin of the workspace.
func (c Caller) IsOwnerOrAdmin() bool {
	role := c.Role()
	return role == people.RoleOwner || role == people.RoleAdmin
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
	return c.Role().ReadsAll() || c.Billing.MembersSeeRates
}
