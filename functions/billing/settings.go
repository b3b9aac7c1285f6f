package billing

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

type settings struct {
	Currency          domain.Currency `json:"currency"`
	DefaultHourlyRate *int64          `json:"default_hourly_rate"` // minor units; null is none
	DefaultIsBillable bool            `json:"default_is_billable"` // of time on no project, and of new projects
	Rounding          rounding        `json:"rounding"`
	MembersSeeRates   bool            `json:"members_see_rates"` // the role user too
	route.Versioned
}

// rounding says how each entry's seconds are rounded in reports and
// submissions.
type rounding struct {
	Mode    domain.RoundingMode `json:"mode"`
	Minutes *int64              `json:"minutes"` // 1 to 60; null with none
}

func toSettings(b domain.Billing) settings {
	shown := settings{
		Currency: b.Currency, DefaultHourlyRate: b.DefaultHourlyRate, DefaultIsBillable: b.DefaultIsBillable,
		Rounding: rounding{Mode: b.Rounding.Mode}, MembersSeeRates: b.MembersSeeRates,
		Versioned: route.Versioned{Version: b.Version},
	}
	if b.Rounding.Mode != domain.RoundNone {
		shown.Rounding.Minutes = &b.Rounding.Minutes
	}
	return shown
}

func (f *Family) settings(_ context.Context, c *route.Call[route.NoInput]) (settings, error) {
	return toSettings(*c.Billing), nil
}
