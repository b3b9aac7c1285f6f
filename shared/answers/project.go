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
	Budget     *Budget            `json:"budget"`    // null if there is none, or if it is not shown
	CanEdit    bool               `json:"can_edit"`  // whether the caller may
	CanTrack   bool               `json:"can_track"` // whether the caller may, if it is not archived
	CreatedAt  domain.Instant     `json:"created_at"`
	route.Versioned
}

// OfProject makes the answer for a project.
func OfProject(c auth.Caller, s projects.ProjectAccess) Project {
	p, projectAccess := s.Project, access.Project{ProjectAccess: s}
	shown := Project{
		ID: p.ID, ClientID: p.ClientID.OrNull(), Name: p.Name, Color: p.Color, Visibility: p.Visibility,
		IsBillable: p.IsBillable, IsArchived: p.IsArchived, ExternalID: p.ExternalID.OrNull(),
		CanEdit: projectAccess.CanEdit(c), CanTrack: projectAccess.CanTrack(c), CreatedAt: p.CreatedAt,
		Versioned: route.Versioned{Version: p.Version},
	}
	if projectAccess.SeesRates(c) {
		shown.HourlyRate = p.HourlyRate
	}
	shown.Budget = OfBudget(c, projectAccess)
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

// Client is a client of the workspace. Projects belong to it or to none.
//
//openapi:schema Customer
type Client struct {
	ID         domain.ID          `json:"id"`
	Name       domain.Name        `json:"name"`
	Email      *domain.Email      `json:"email"`
	IsArchived bool               `json:"is_archived"`
	ExternalID *domain.ExternalID `json:"external_id"`
	CreatedAt  domain.Instant     `json:"created_at"`
	route.Versioned
}

// OfClient makes the answer for a client.
func OfClient(c projects.Client) Client {
	shown := Client{
		ID: c.ID, Name: c.Name, IsArchived: c.IsArchived, ExternalID: c.ExternalID.OrNull(), CreatedAt: c.CreatedAt,
		Versioned: route.Versioned{Version: c.Version},
	}
	if c.Email != "" {
		shown.Email = &c.Email
	}
	return shown
}

// Tag is a label of entries.
type Tag struct {
	ID         domain.ID          `json:"id"`
	Name       domain.Name        `json:"name"`
	ExternalID *domain.ExternalID `json:"external_id"`
	CreatedAt  domain.Instant     `json:"created_at"`
	route.Versioned
}

// OfTag makes the answer for a tag.
func OfTag(g projects.Tag) Tag {
	return Tag{ID: g.ID, Name: g.Name, ExternalID: g.ExternalID.OrNull(), CreatedAt: g.CreatedAt,
		Versioned: route.Versioned{Version: g.Version}}
}

// Task is a part of a project that time is tracked to.
type Task struct {
	ID         domain.ID          `json:"id"`
	ProjectID  domain.ID          `json:"project_id"`
	Name       domain.Name        `json:"name"`
	IsArchived bool               `json:"is_archived"`
	ExternalID *domain.ExternalID `json:"external_id"`
	route.Versioned
}

// OfTask makes the answer for a task.
func OfTask(t projects.Task) Task {
	return Task{
		ID: t.ID, ProjectID: t.ProjectID, Name: t.Name, IsArchived: t.IsArchived, ExternalID: t.ExternalID.OrNull(),
		Versioned: route.Versioned{Version: t.Version},
	}
}
