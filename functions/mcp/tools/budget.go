package tools

import (
	"time"

	"stint/shared/domain"
)

// Budget is the budget of a project.
type Budget struct {
	Project   Named  `json:"project"`
	Kind      string `json:"kind" jsonschema:"time: the numbers are seconds; amount: minor units of the workspace's currency"`
	Period    string `json:"period" jsonschema:"total, month or week"`
	FirstDay  string `json:"first_day,omitempty" jsonschema:"of the present month or week"`
	LastDay   string `json:"last_day,omitempty"`
	State     string `json:"state" jsonschema:"over: all is used; runs_out: it will be, at the pace of this period; near: 80 % is used; ok; unknown: the person may not see it, or it is being counted"`
	Limit     int64  `json:"limit"`
	Used      *int64 `json:"used,omitempty"`
	Remaining *int64 `json:"remaining,omitempty" jsonschema:"negative when it is over"`
	Percent   *int   `json:"percent,omitempty" jsonschema:"of the limit that is used"`
	Forecast  *int   `json:"forecast_percent,omitempty" jsonschema:"of the limit at the end of the period, at its pace so far"`
}

// sentBudget is a budget as the API shows it.
type sentBudget struct {
	Kind, Period string
	Limit        int64
	Used         *int64
	PeriodStart  *domain.Date `json:"period_start"`
	PeriodEnd    *domain.Date `json:"period_end"`
}

// budget shows a budget.
func (c *call) budget(project Named, sent sentBudget) Budget {
	b := Budget{Project: project, Kind: sent.Kind, Period: sent.Period, Limit: sent.Limit, Used: sent.Used,
		State: "unknown"}
	if sent.PeriodStart != nil && sent.PeriodEnd != nil {
		b.FirstDay, b.LastDay = string(*sent.PeriodStart), string(*sent.PeriodEnd)
	}
	if sent.Used == nil || sent.Limit <= 0 {
		return b
	}
	ratio := float64(*sent.Used) / float64(sent.Limit)
	b.Remaining, b.Percent = new(sent.Limit-*sent.Used), new(int(ratio*100))
	if b.FirstDay != "" {
		b.Forecast = new(int(ratio * 100 / c.passed(*sent.PeriodStart, *sent.PeriodEnd)))
	}
	b.State = b.state()
	return b
}

// passed is which part of the days has passed, at least the first day.
func (c *call) passed(first, last domain.Date) float64 {
	from, to := first.StartOfDay(c.zone), last.StartOfDayAfter(c.zone, 1)
	part := max(c.Now.Sub(from.Time), 24*time.Hour).Seconds() / to.Sub(from.Time).Seconds()
	return min(part, 1)
}

// The percentages at which a budget is near its end and over.
const (
	nearPercent = 80
	overPercent = 100
)

func (b Budget) state() string {
	switch {
	case *b.Percent >= overPercent:
		return "over"
	case b.Forecast != nil && *b.Forecast >= overPercent:
		return "runs_out"
	case *b.Percent >= nearPercent:
		return "near"
	}
	return "ok"
}

// most is the larger of what is used and of what will be used, in percent; -1 where it is unknown.
func (b Budget) most() int {
	if b.Percent == nil {
		return -1
	}
	if b.Forecast == nil {
		return *b.Percent
	}
	return max(*b.Percent, *b.Forecast)
}
