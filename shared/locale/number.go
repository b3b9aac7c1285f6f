package locale

import (
	"strconv"
	"strings"

	"stint/shared/domain"
)

// Number is a whole number with its groups: 1,234,567.
func (f Formatter) Number(n int64) string { return f.Decimal(n, 0) }

// Decimal is a number of units of 10^-digits, with that many decimals: Decimal(123450, 2) is
// 1,234.50 in English and 1.234,50 in German.
func (f Formatter) Decimal(n int64, digits int) string {
	sign, abs := "", strconv.FormatInt(n, 10)
	if n < 0 {
		sign, abs = "-", abs[1:]
	}
	if missing := digits + 1 - len(abs); missing > 0 {
		abs = strings.Repeat("0", missing) + abs
	}
	whole, rest := abs[:len(abs)-digits], abs[len(abs)-digits:]
	if digits > 0 {
		rest = f.forms.decimal + rest
	}
	return sign + f.grouped(whole) + rest
}

func (f Formatter) grouped(whole string) string {
	if len(whole) < 3+f.forms.minGroup {
		return whole
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + f.forms.group + whole[i:]
	}
	return whole
}

// Money is an amount in minor units of its currency: €1,234.50, 1.234,50 €. Euro, dollar,
// pound and yen have their sign where the language has a clear one; all other currencies have their code.
func (f Formatter) Money(minor int64, c domain.Currency) string {
	amount, sign := f.Decimal(max(minor, -minor), c.Digits()), f.sign(c)
	minus := ""
	if minor < 0 {
		minus = "-"
	}
	switch {
	case !f.forms.signFirst:
		return minus + amount + nbsp + sign
	case sign == string(c):
		return minus + sign + nbsp + amount
	}
	return minus + sign + amount
}

func (f Formatter) sign(c domain.Currency) string {
	sign := map[domain.Currency]string{"EUR": "€", "USD": f.forms.dollar, "GBP": f.forms.pound, "JPY": f.forms.yen}[c]
	if sign == "" {
		return string(c)
	}
	return sign
}
