package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/route"
)

type answer struct {
	ID         domain.ID         `json:"id"`
	ClientID   *domain.ID        `json:"client_id"`
	Name       domain.Name       `json:"name"`
	Color      domain.Color      `json:"color"`
	Visibility domain.Visibility `json:"visibility"`
	IsBillable bool              `json:"is_billable"`
	HourlyRate *int64            `json:"hourly_rate"` // minor units; null if inherited or not shown
	IsArchived bool              `json:"is_archived"`
	Budget     *budgetAnswer     `json:"budget"`    // null if there is none, or if it is not shown
	CanEdit    bool              `json:"can_edit"`  // whether the caller may
	CanTrack   bool              `json:"can_track"` // whether the caller may, if it is not archived
	CreatedAt  domain.Instant    `json:"created_at"`
	route.Versioned
}

// toAnswer converts a project for the caller.
func toAnswer(c auth.Caller, s domain.ProjectAccess) answer {
	p, projectAccess := s.Project, access.Project{ProjectAccess: s}
	shown := answer{
		ID: p.ID, ClientID: p.ClientID.OrNull(), Name: p.Name, Color: p.Color, Visibility: p.Visibility, IsBillable: p.IsBillable,
		IsArchived: p.IsArchived, CanEdit: projectAccess.CanEdit(c), CanTrack: projectAccess.CanTrack(c), CreatedAt: p.CreatedAt,
		Versioned: route.Versioned{Version: p.Version},
	}
	if projectAccess.SeesRates(c) {
		shown.HourlyRate = p.HourlyRate
	}
	shown.Budget = toBudget(c, projectAccess)
	return shown
}

func (f *Family) get(_ context.Context, c *route.Call[route.NoInput], p access.Project) (answer, error) {
	return toAnswer(c.Caller, p.ProjectAccess), nil
}
