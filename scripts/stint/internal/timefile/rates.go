package timefile

import (
	"strconv"
	"time"
)

// readRate reads the rate, a fixed price, and the amount. Next to a rate, a text that is no amount
// counts as none. Errors: Refused.
func (r reading) readRate(d *draft, rec record) error {
	fixed, err := r.money(d, rec, fieldFixed)
	if err != nil {
		return err
	}
	rate, err := r.hourly(d, rec)
	if err != nil {
		return err
	}
	amount, err := r.money(d, rec, fieldAmount)
	if err != nil && rate == nil {
		return err
	}
	d.setRate(rate, fixed, amount)
	return nil
}

// hourly reads the rate. It is nil if the row has none.
func (r reading) hourly(d *draft, rec record) (*int64, error) {
	minor := r.cell(rec, fieldRateMinor)
	if minor == "" {
		return r.money(d, rec, fieldRate)
	}
	n, err := strconv.ParseUint(minor, 10, 40)
	if err != nil {
		return nil, d.refuse("%q is no rate", minor)
	}
	return new(int64(n)), nil
}

// setRate sets the amount and the rate. A fixed price, and an amount without a rate, give the rate
// whose amount is nearest; an amount says also that the time is billable, if the file does not say. A
// rate of 0 counts only for billable time.
func (r *Row) setRate(rate, fixed, amount *int64) {
	if fixed != nil && *fixed > 0 {
		rate, amount = nil, fixed
	}
	if r.Amount = amount; amount != nil && *amount > 0 && r.Billable == nil {
		r.Billable = new(true)
	}
	if seconds := int64(r.Duration.Round(time.Second) / time.Second); rate == nil && amount != nil && seconds > 0 {
		rate = new(rateFor(*amount, seconds))
	}
	if rate != nil && (*rate > 0 || r.Billable != nil && *r.Billable) {
		r.HourlyRate = rate
	}
}

// money reads a cell with an amount. It is nil for an empty one.
func (r reading) money(d *draft, rec record, f field) (*int64, error) {
	text := r.cell(rec, f)
	if text == "" || text == "-" {
		return nil, nil
	}
	minor, ok := parseMoney(text, d.Currency)
	if !ok && isUnclear(text) {
		return nil, d.refuse("%q is unclear: write it with two decimals or without a separator", text)
	}
	if !ok {
		return nil, d.refuse("%q is no amount of money", text)
	}
	return &minor, nil
}
