// Package answers has the answers that more than one family gives: what a record looks like
// to a caller. Each has a maker that begins with Of. An entry is in shared/tracking.
package answers

import (
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/route"
)

// Workspace is a company's or team's space, with the caller's role in it.
type Workspace struct {
	ID        domain.ID        `json:"id"`
	Name      domain.Name      `json:"name"`
	Timezone  domain.Timezone  `json:"timezone"`
	WeekStart domain.WeekStart `json:"week_start"` // The first day of the week.
	// The visibility of new projects that name none.
	DefaultProjectVisibility domain.Visibility `json:"default_project_visibility"`
	// Whether users, too, may create projects.
	MembersCanCreateProjects bool `json:"members_can_create_projects"`
	// Whether users, too, may create tags.
	MembersCanCreateTags bool `json:"members_can_create_tags"`
	// Whether two entries of one member may share time.
	AllowOverlap        bool `json:"allow_overlap"`
	RequireSecondFactor bool `json:"require_second_factor"` // whether every member needs a second factor
	RequireSSO          bool `json:"require_sso"`           // whether every member must use single sign-on
	// the networks from which members may come, as CIDR; null is all
	AllowedNetworks *[]people.Network `json:"allowed_networks"`
	// which apps members may allow: any, registered or none
	Apps people.AppPolicy `json:"apps"`
	// the most days that a new API key may live; null is no limit
	MaxKeyDays *int64 `json:"max_key_days"`
	// what clients see on pages, in mails and documents; null without one
	Logo      *WorkspaceLogo `json:"logo"`
	Role      people.Role    `json:"role"` // the caller's
	CreatedAt domain.Instant `json:"created_at"`
	route.Versioned
}

// WorkspaceLogo says which logo a workspace has.
type WorkspaceLogo struct {
	MediaType string `json:"media_type"` // image/png or image/svg+xml
	// hex digest of the picture as it is kept: another one is another logo
	SHA256 string `json:"sha256"`
}

// OfWorkspace makes the answer for a workspace and the role of the caller.
func OfWorkspace(w people.Workspace, role people.Role) Workspace {
	return Workspace{
		ID: w.ID, Name: w.Name, Timezone: w.Timezone, WeekStart: w.WeekStart,
		DefaultProjectVisibility: w.DefaultProjectVisibility, MembersCanCreateProjects: w.MembersCanCreateProjects,
		RequireSecondFactor: w.RequireSecondFactor, RequireSSO: w.RequireSSO,
		MembersCanCreateTags: w.MembersCanCreateTags, AllowOverlap: w.AllowOverlap,
		Apps: w.AppPolicy(), AllowedNetworks: networksOrNull(w.AllowedNetworks), MaxKeyDays: w.MaxKeyDays,
		Logo: logoOrNull(w.Logo),
		Role: role, CreatedAt: w.CreatedAt,
		Versioned: route.Versioned{Version: w.Version},
	}
}

func logoOrNull(l *people.Logo) *WorkspaceLogo {
	if l == nil {
		return nil
	}
	return &WorkspaceLogo{MediaType: l.MediaType, SHA256: l.SHA256}
}

func networksOrNull(all []people.Network) *[]people.Network {
	if all == nil {
		return nil
	}
	return &all
}

// WorkspaceMember is a member of a workspace as a caller sees it.
type WorkspaceMember struct {
	UserID        domain.ID    `json:"user_id"`
	Email         domain.Email `json:"email"`
	DisplayName   domain.Name  `json:"display_name"`
	Role          people.Role  `json:"role"`
	IsDeactivated bool         `json:"is_deactivated"` // also when they left
	// minor units per hour; null when it is inherited, and where the caller may not see rates
	HourlyRate *int64         `json:"hourly_rate"`
	JoinedAt   domain.Instant `json:"joined_at"` // When the user became a member.
	route.Versioned
}

// OfWorkspaceMember makes the answer for a member of the caller's workspace.
func OfWorkspaceMember(caller auth.Caller, c people.MemberUser) WorkspaceMember {
	m := c.Member
	answer := WorkspaceMember{
		UserID: m.UserID, Email: c.User.Email, DisplayName: c.User.DisplayName, Role: m.RoleIn(*caller.Workspace),
		IsDeactivated: !m.Active(), JoinedAt: m.JoinedAt, Versioned: route.Versioned{Version: m.Version},
	}
	if caller.SeesRates() {
		answer.HourlyRate = m.HourlyRate
	}
	return answer
}

// Invitation is an invitation as the workspace sees it.
type Invitation struct {
	ID        domain.ID      `json:"id"`
	Email     domain.Email   `json:"email"`
	Role      people.Role    `json:"role"`
	InvitedBy domain.ID      `json:"invited_by"` // the user who invited, or sent it again last
	CreatedAt domain.Instant `json:"created_at"`
	ExpiresAt domain.Instant `json:"expires_at"`
	// void: its inviter may not invite any more; resend it to make it yours
	Status people.InvitationStatus `json:"status"`
	route.Versioned
}

// OfInvitation makes the answer for an invitation with that status.
func OfInvitation(i people.Invitation, status people.InvitationStatus) Invitation {
	return Invitation{
		ID: i.ID, Email: i.Email, Role: i.Role, InvitedBy: i.InviterID,
		CreatedAt: i.CreatedAt, ExpiresAt: i.ExpiresAt, Status: status, Versioned: route.Versioned{Version: i.Version},
	}
}
