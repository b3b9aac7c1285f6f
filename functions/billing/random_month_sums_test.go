package billing_test

import (
	"fmt"
	"math/big"
	"slices"
)

// How the test reckons what the service should: in another way, with fractions.

// roundSeconds are seconds in whole steps, reckoned with fractions.
func roundSeconds(seconds int64, mode string, minutes int64) int64 {
	if mode == "none" {
		return seconds
	}
	steps := big.NewRat(seconds, minutes*60)
	switch mode {
	case "nearest":
		steps.Add(steps, big.NewRat(1, 2))
	case "up":
		steps.Add(steps, big.NewRat(minutes*60-1, minutes*60))
	}
	return floor(steps) * minutes * 60
}

func floor(r *big.Rat) int64 { return new(big.Int).Div(r.Num(), r.Denom()).Int64() }

// amount is the worth of so many of the entry's seconds, half up.
func (e expectedEntry) amount(seconds int64) int64 {
	if !e.billable || e.rate == nil {
		return 0
	}
	exact := new(big.Rat).Mul(big.NewRat(seconds, 3600), big.NewRat(*e.rate, 1))
	return floor(exact.Add(exact, big.NewRat(1, 2)))
}

// expectedSums reckons the groups of a summary as "key currency seconds billable amount".
func (m *randomMonth) expectedSums(by, mode string, minutes int64) []string {
	type groupKey struct{ key, currency string }
	groups := map[groupKey]*[3]int64{}
	for _, e := range m.entries {
		seconds := roundSeconds(e.seconds, mode, minutes)
		for _, key := range e.keys[by] {
			at := groupKey{key, e.currency}
			if groups[at] == nil {
				groups[at] = new([3]int64)
			}
			groups[at][0] += seconds
			groups[at][2] += e.amount(seconds)
			if e.billable {
				groups[at][1] += seconds
			}
		}
	}
	var all []string
	for at, g := range groups {
		all = append(all, fmt.Sprint(at.key, " ", at.currency, " ", g[0], " ", g[1], " ", g[2]))
	}
	slices.Sort(all)
	return all
}

// figuresOf are seconds, billable seconds and the amount of a part of a summary.
func figuresOf(part object) string {
	out := ""
	for _, name := range []string{"seconds", "billable_seconds", "amount"} {
		out += fmt.Sprint(" ", int64(part[name].(float64)))
	}
	return out
}

// expectedTotal reckons the sum of all, the amount in one currency alone.
func (m *randomMonth) expectedTotal(currency, mode string, minutes int64) string {
	var seconds, billable, amount int64
	for _, e := range m.entries {
		s := roundSeconds(e.seconds, mode, minutes)
		seconds += s
		if e.billable {
			billable += s
		}
		if e.currency == currency {
			amount += e.amount(s)
		}
	}
	return fmt.Sprint(" ", seconds, " ", billable, " ", amount)
}
