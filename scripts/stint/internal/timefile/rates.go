package timefile

import "strconv"

// readRate reads the rate and the amounts. Errors: Refused.
func (r reading) readRate(d *draft, rec record) error {
	fixed, err := r.money(d, rec, fieldFixed)
	if err != nil {
		return err
	}
	amount, err := r.money(d, rec, fieldAmount)
	if err != nil {
		return err
	}
	rate, err := r.money(d, rec, fieldRate)
	if err != nil {
		return err
	}
	if minor := r.cell(rec, fieldRateMinor); minor != "" {
		n, err := strconv.ParseUint(minor, 10, 40)
		if err != nil {
			return d.refuse("%q is no rate", minor)
		}
		rate = new(int64(n))
	}
	d.setRate(rate, fixed, amount)
	return nil
}

// setRate sets the rate. A fixed price, and an amount without a rate, give the rate that makes
// this amount, if there is one. A rate of 0 counts only for billable time.
func (r *Row) setRate(rate, fixed, amount *int64) {
	if fixed != nil && *fixed > 0 {
		rate, amount = nil, fixed
	}
	if rate == nil && amount != nil {
		if n, ok := rateFor(*amount, int64(r.Duration.Seconds())); ok {
			rate = &n
		}
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
	if !ok {
		return nil, d.refuse("%q is no amount of money", text)
	}
	return &minor, nil
}
