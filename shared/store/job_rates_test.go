package store

import (
	"errors"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/store/moneydb"
)

// The rates of a job may be removed after 30 days, in parts. From then on they are an error and no empty book.
func TestRatesOfAJobExpire(t *testing.T) {
	b := newTestStore(t)
	w, rate := domain.NewID(), int64(6_000)
	j := money.BillingJob{ID: domain.NewID(), Rerating: money.Rerating{Kind: money.KindResnapshot},
		Status: domain.JobRunning, StartedAt: b.core.Instant(), Version: 1}
	book := money.NewRateBook(money.Billing{Currency: "EUR", DefaultHourlyRate: &rate})
	if err := b.StartJob(ctx(t), w, j, book, j.StartedAt); err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(30*24*time.Hour - time.Second)
	if got, err := b.JobRates(ctx(t), w, j); err != nil || got.Billing.DefaultHourlyRate == nil {
		t.Errorf("before: %+v, %v", got, err)
	}
	b.clock.Advance(time.Second)
	if _, err := b.JobRates(ctx(t), w, j); !errors.Is(err, moneydb.ErrRatesExpired) {
		t.Errorf("after: %v", err)
	}
}
