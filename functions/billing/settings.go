package billing

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

type settings struct {
	Currency          domain.Currency `json:"currency"`
	DefaultHourlyRate *int64          `json:"default_hourly_rate"` // minor units; null for none
	DefaultIsBillable bool            `json:"default_is_billable"` // of time without a project, and of new projects
	Rounding          rounding        `json:"rounding"`
	MembersSeeRates   bool            `json:"members_see_rates"` // whether the role user sees rates
	route.Versioned
}

// rounding says how the seconds of each entry are rounded in reports and
// submissions.
type rounding struct {
	Mode    domain.RoundingMode `json:"mode"`
	Minutes *int64              `json:"minutes"` // 1 to 60; null for the mode none
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
