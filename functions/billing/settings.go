package billing

import (
	"context"
	"fmt"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// settings are currency, rates and rounding of a workspace.
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
	Mode    domain.RoundingMode `json:"mode"`    // The direction in which durations are rounded.
	Minutes *int64              `json:"minutes"` // 1 to 60; null for the mode none
}

func toSettings(b money.Billing) settings {
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

type replaceSettingsInput struct {
	Body struct {
		Currency domain.Currency `json:"currency"`
		// Minor units; null for none.
		DefaultHourlyRate wire.Nullable[int64] `json:"defaultHourlyRate" bounds:"hourlyRate"`
		// Whether new entries without a project are billable.
		DefaultIsBillable bool          `json:"defaultIsBillable"`
		Rounding          roundingInput `json:"rounding"`
		// Whether users see the rates and amounts of their own time.
		MembersSeeRates bool `json:"membersSeeRates"`
	}
}

// roundingInput is how reports and submissions round the duration of each entry.
type roundingInput struct {
	// The direction in which durations are rounded.
	Mode domain.RoundingMode `json:"mode" enum:"none,up,down,nearest"`
	// 1 to 60. Required unless the mode is none, which ignores it.
	Minutes wire.Optional[int64] `json:"minutes"`
}

// replaceSettings replaces all settings. If nothing changes, the version stays.
func (f *Family) replaceSettings(ctx context.Context, c *route.Call[replaceSettingsInput]) (settings, error) {
	in, issues, err := c.Read()
	if err != nil {
		return settings{}, err
	}
	in.Body.Rounding.check(issues)
	if err := issues.Err(); err != nil {
		return settings{}, err
	}
	was, now := *c.Billing, in.toBilling()
	if err := c.CheckIfMatch(was.Version); err != nil {
		return settings{}, err
	}
	if now.Equal(was) {
		return toSettings(was), nil
	}
	now.Version = was.Version + 1
	return toSettings(now), f.store.ChangeBilling(ctx, c.WorkspaceID(), was, now)
}

// check adds an issue if the mode needs minutes and they are missing or out of
// bounds. The mode none ignores them.
func (r roundingInput) check(issues *wire.Issues) {
	const field = "rounding.minutes"
	if r.Mode == domain.RoundNone || !issues.IsClean("rounding.mode") || !issues.IsClean(field) {
		return
	}
	switch {
	case !r.Minutes.Set:
		issues.Add(field, problem.Required)
	case r.Minutes.Value < 1:
		issues.AddMessage(field, problem.MinValue, "must be at least 1")
	case r.Minutes.Value > domain.MaxRoundingMinutes:
		issues.AddMessage(field, problem.MaxValue, fmt.Sprintf("must be at most %d", domain.MaxRoundingMinutes))
	}
}

// toBilling converts the body to settings without a version.
func (in replaceSettingsInput) toBilling() money.Billing {
	body := in.Body
	b := money.Billing{
		Currency: body.Currency, DefaultHourlyRate: body.DefaultHourlyRate.Value, DefaultIsBillable: body.DefaultIsBillable,
		Rounding: domain.Rounding{Mode: body.Rounding.Mode}, MembersSeeRates: body.MembersSeeRates,
	}
	if b.Rounding.Mode != domain.RoundNone {
		b.Rounding.Minutes = body.Rounding.Minutes.Value
	}
	return b
}
