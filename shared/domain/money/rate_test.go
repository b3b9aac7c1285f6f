package money_test

import (
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/timelog"
)

func TestSnapshot(t *testing.T) {
	t.Parallel()
	rate := func(n int64) *int64 { return &n }
	rates := money.Rates{Project: rate(0), Member: rate(2),
		Billing: money.Billing{Currency: "JPY", DefaultHourlyRate: rate(1)}}
	stop := domain.Instant{}
	running := timelog.Entry{Currency: "EUR", RateSource: timelog.RateNone}
	finished := running
	finished.StoppedAt = &stop
	own := finished.WithOwnRate(rate(7))
	for name, c := range map[string]struct {
		was      timelog.Entry
		rates    money.Rates
		rate     *int64
		source   timelog.RateSource
		currency domain.Currency
	}{
		"0 does not inherit": {finished, rates, rate(0), timelog.RateOfProject, "JPY"},
		"none is set": {finished, money.Rates{Billing: money.Billing{Currency: "JPY"}}, nil,
			timelog.RateNone, "JPY"},
		"its own stays":                 {own, rates, rate(7), timelog.RateOfEntry, "JPY"},
		"its own is removed":            {own.WithOwnRate(nil), rates, rate(0), timelog.RateOfProject, "JPY"},
		"a running timer stays":         {running, rates, nil, timelog.RateNone, "EUR"},
		"a running timer keeps its own": {running.WithOwnRate(rate(7)), rates, rate(7), timelog.RateOfEntry, "EUR"},
	} {
		got := c.rates.Snapshot(c.was)
		same := (got.HourlyRate == nil) == (c.rate == nil) && (c.rate == nil || *got.HourlyRate == *c.rate)
		if !same || got.RateSource != c.source || got.Currency != c.currency {
			t.Errorf("%s: %v %s %s", name, got.HourlyRate, got.RateSource, got.Currency)
		}
	}
	inherited := rates.Snapshot(finished)
	if again := inherited.WithOwnRate(nil); !again.Equal(inherited) {
		t.Errorf("taking away what is inherited made %v of %v", again, inherited)
	}
}
