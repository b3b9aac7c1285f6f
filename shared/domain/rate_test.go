package domain_test

import (
	"testing"

	"stint/shared/domain"
)

func TestSnapshot(t *testing.T) {
	t.Parallel()
	rate := func(n int64) *int64 { return &n }
	rates := domain.Rates{Project: rate(0), Member: rate(2), Billing: domain.Billing{Currency: "JPY", DefaultHourlyRate: rate(1)}}
	stop := domain.Instant{}
	running := domain.Entry{Currency: "EUR", RateSource: domain.RateNone}
	finished := running
	finished.StoppedAt = &stop
	own := finished.WithOwnRate(rate(7))
	for name, c := range map[string]struct {
		was    domain.Entry
		rates  domain.Rates
		rate   *int64
		source domain.RateSource
		in     domain.Currency
	}{
		"0 does not inherit":            {finished, rates, rate(0), domain.RateOfProject, "JPY"},
		"none is set":                   {finished, domain.Rates{Billing: domain.Billing{Currency: "JPY"}}, nil, domain.RateNone, "JPY"},
		"its own stays":                 {own, rates, rate(7), domain.RateOfEntry, "JPY"},
		"its own is taken":              {own.WithOwnRate(nil), rates, rate(0), domain.RateOfProject, "JPY"},
		"a running timer stays":         {running, rates, nil, domain.RateNone, "EUR"},
		"a running timer keeps its own": {running.WithOwnRate(rate(7)), rates, rate(7), domain.RateOfEntry, "EUR"},
	} {
		got := c.rates.Snapshot(c.was)
		same := (got.HourlyRate == nil) == (c.rate == nil) && (c.rate == nil || *got.HourlyRate == *c.rate)
		if !same || got.RateSource != c.source || got.Currency != c.in {
			t.Errorf("%s: %v %s %s", name, got.HourlyRate, got.RateSource, got.Currency)
		}
	}
	inherited := rates.Snapshot(finished)
	if again := inherited.WithOwnRate(nil); !again.Equal(inherited) {
		t.Errorf("taking away what is inherited made %v of %v", again, inherited)
	}
}
