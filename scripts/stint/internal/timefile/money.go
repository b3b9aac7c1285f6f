package timefile

import (
	"strings"

	"stint/shared/domain"
)

// signs are the signs and words of currencies that mean one currency only. "$", "kr" and "¥"
// mean several: then the file does not say the currency.
var signs = map[string]string{
	"€": "EUR", "EURO": "EUR", "£": "GBP", "FR.": "CHF", "SFR.": "CHF", "US$": "USD", "CA$": "CAD", "C$": "CAD",
	"A$": "AUD", "AU$": "AUD", "NZ$": "NZD", "R$": "BRL", "ZŁ": "PLN", "KČ": "CZK", "₹": "INR", "₺": "TRY", "₴": "UAH", "₪": "ILS",
}

// parseCurrency reads a code, a sign, or "Euro - EUR" as Harvest writes it. It returns "" for any
// other text.
func parseCurrency(text string) string {
	if i := strings.LastIndex(text, " - "); i >= 0 {
		text = text[i+3:]
	}
	text = strings.ToUpper(strings.TrimSpace(text))
	if code, ok := signs[text]; ok {
		return code
	}
	var c domain.Currency
	if c.ParseText(text) != "" {
		return ""
	}
	return string(c)
}

// currencyOf finds a currency next to a number: "1.234,50 €", "CHF 95.00".
func currencyOf(text string) string {
	return parseCurrency(strings.TrimSpace(strings.Trim(strings.TrimSpace(text), "0123456789.,'’ \u00a0\u202f")))
}

// parseMoney reads an amount as minor units of a currency; without one, as hundredths. It reads no
// unclear amount, unless the currency has three decimals.
func parseMoney(text, currency string) (int64, bool) {
	digits := domain.Currency(currency).Digits()
	d, ok := parseDecimal(text)
	if !ok || digits < 3 && isUnclear(text) || strings.ContainsAny(text, "-−(") {
		return 0, false
	}
	minor, ok := d.times(power(digits))
	return minor, ok && minor <= maxMoney
}

// maxMoney is far above every rate and amount, and small enough to calculate with.
const maxMoney = 1_000_000_000_000

// rateFor is the rate with which so many seconds make the amount, both in minor units. A short
// entry has several such rates: then it is the one that ends with the most zeros, or with 5. Longer
// ones may have none: then it is the rate whose amount is nearest, and at most the highest that the
// service takes.
func rateFor(amount, seconds int64) int64 {
	// amount = floor(rate × seconds / 3600 + 1/2), so that rate is in [low, high].
	low := max(0, (1800*(2*amount-1)+seconds-1)/seconds)
	high := (1800*(2*amount+1) - 1) / seconds
	for _, step := range []int64{100_000, 10_000, 1_000, 500, 100, 50, 10, 5, 1} {
		if rate := (low + step - 1) / step * step; rate <= high && rate <= domain.MaxHourlyRate {
			return rate
		}
	}
	return min((3600*amount+seconds/2)/seconds, domain.MaxHourlyRate)
}
