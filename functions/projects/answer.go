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
	HourlyRate *int64            `json:"hourly_rate"` // minor units; null inherits, or is not shown
	IsArchived bool              `json:"is_archived"`
	CanEdit    bool              `json:"can_edit"`  // whether the caller may
	CanTrack   bool              `json:"can_track"` // whether the caller may, were it not archived
	CreatedAt  domain.Instant    `json:"created_at"`
	route.Versioned
}

// show shows a project as the caller stands to it.
func show(c auth.Caller, s domain.Standing) answer {
	p, sight := s.Project, access.Project{Standing: s}
	shown := answer{
		ID: p.ID, Name: p.Name, Color: p.Color, Visibility: p.Visibility, IsBillable: p.IsBillable,
		IsArchived: p.IsArchived, CanEdit: sight.Edits(c), CanTrack: sight.Tracks(c), CreatedAt: p.CreatedAt,
		Versioned: route.Versioned{Version: p.Version},
	}
	if p.ClientID != "" {
		shown.ClientID = &p.ClientID
	}
	if sight.SeesRates(c) {
		shown.HourlyRate = p.HourlyRate
	}
	return shown
}

// project finds the project that the path names.
func (f *Family) project(ctx context.Context, r *route.Request) (access.Project, error) {
	return access.Find(ctx, f.store, r)
}

func (f *Family) get(_ context.Context, c *route.Call[route.None], p access.Project) (answer, error) {
	return show(c.Caller, p.Standing), nil
}
