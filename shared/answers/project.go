package answers

import (
	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/route"
	"stint/shared/store/projectdb"
)

// Project is a project as a caller sees it.
type Project struct {
	ID       domain.ID    `json:"id"`
	ClientID *domain.ID   `json:"client_id"`
	Name     domain.Name  `json:"name"`
	Color    domain.Color `json:"color"`
	// Who sees the project: private is for its members, owners, admins and analysts, public for all members of the
	// workspace.
	Visibility domain.Visibility `json:"visibility"`
	IsBillable bool              `json:"is_billable"`
	// minor units per hour; null if it is inherited, and where the caller may not see rates
	HourlyRate *int64             `json:"hourly_rate"`
	IsArchived bool               `json:"is_archived"`
	ExternalID *domain.ExternalID `json:"external_id"`
	Budget     *Budget            `json:"budget"` // null if there is none, or if it is not shown
	// whether the caller may change the project, its tasks and its members
	CanEdit bool `json:"can_edit"`
	// whether the caller may track time to it while it is not archived
	CanTrack  bool           `json:"can_track"`
	CreatedAt domain.Instant `json:"created_at"`
	route.Versioned
}

// OfProject makes the answer for a project.
func OfProject(c auth.Caller, s projects.ProjectAccess) Project {
	p, a := s.Project, access.Project{ProjectAccess: s}
	shown := Project{
		ID: p.ID, ClientID: p.ClientID.OrNull(), Name: p.Name, Color: p.Color, Visibility: p.Visibility,
		IsBillable: p.IsBillable, IsArchived: p.IsArchived, ExternalID: p.ExternalID.OrNull(),
		CanEdit: a.CanEdit(c), CanTrack: a.CanTrack(c), CreatedAt: p.CreatedAt,
		Versioned: route.Versioned{Version: p.Version},
	}
	if a.SeesRates(c) {
		shown.HourlyRate = p.HourlyRate
	}
	shown.Budget = OfBudget(c, a)
	return shown
}

// ProjectMember is a member of a project as a caller sees it.
type ProjectMember struct {
	UserID      domain.ID   `json:"user_id"`
	DisplayName domain.Name `json:"display_name"`
	IsManager   bool        `json:"is_manager"` // Whether the member may edit the project, its tasks and its members.
	// minor units per hour; null if it is inherited, and where the caller may not see rates
	HourlyRate *int64 `json:"hourly_rate"`
	route.Versioned
}

// OfProjectMember makes the answer for a member of a project.
func OfProjectMember(c auth.Caller, p access.Project, s projectdb.ProjectMemberUser) ProjectMember {
	shown := ProjectMember{
		UserID: s.Member.UserID, DisplayName: s.User.DisplayName, IsManager: s.Member.IsManager,
		Versioned: route.Versioned{Version: s.Member.Version},
	}
	if p.SeesRates(c) {
		shown.HourlyRate = s.Member.HourlyRate
	}
	return shown
}
