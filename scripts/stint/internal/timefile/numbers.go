package timefile

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"stint/shared/domain"
)

// decimal is a number of the form mantissa / 10^scale. It is not negative.
type decimal struct {
	mantissa int64
	scale    int
}

// parseDecimal reads a number with a decimal point or comma. The last of two different separators
// is the decimal one. A separator that occurs twice separates thousands, and so do blanks and
// apostrophes. A sign of a currency around the number is skipped. Of more than 9 decimals, the others are less than a
// second, and less than a cent.
func parseDecimal(text string) (decimal, bool) {
	whole, fraction := onlyNumber(text), ""
	if strings.Trim(whole, "0123456789.,") != "" {
		return decimal{}, false
	}
	if at := decimalPoint(whole); at >= 0 {
		whole, fraction = whole[:at], whole[at+1:min(len(whole), at+10)]
	}
	n, err := strconv.ParseInt(strings.NewReplacer(".", "", ",", "").Replace(whole)+fraction, 10, 64)
	return decimal{n, len(fraction)}, err == nil && n/10 <= math.MaxInt64/100_000 // room for hours in seconds
}

// onlyNumber is a number without blanks, apostrophes and currencies.
func onlyNumber(text string) string {
	digits := strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || c == '\'' || c == '’' {
			return -1
		}
		return c
	}, text)
	return strings.Trim(strings.TrimFunc(digits, isCurrencySign), ".")
}

func isCurrencySign(c rune) bool { return unicode.IsLetter(c) || unicode.Is(unicode.Sc, c) }

// decimalPoint is where the decimal separator is, or -1.
func decimalPoint(digits string) int {
	point, comma := strings.LastIndexByte(digits, '.'), strings.LastIndexByte(digits, ',')
	last := max(point, comma)
	switch {
	case point >= 0 && comma >= 0, last < 0:
		return last
	case strings.Count(digits, digits[last:last+1]) > 1:
		return -1
	}
	return last
}

// isUnclear reports whether the only separator of an amount may be one of thousands or of decimals:
// 1.234.
func isUnclear(text string) bool {
	digits := onlyNumber(text)
	last := strings.LastIndexAny(digits, ".,")
	return last > 0 && last <= 3 && len(digits)-last == 4 && digits[0] != '0' && strings.IndexAny(digits, ".,") == last
}

// times is d × n, rounded half up, or false if it is too large.
func (d decimal) times(n int64) (int64, bool) {
	if d.mantissa > (math.MaxInt64-power(d.scale))/(2*n) {
		return 0, false
	}
	return (d.mantissa*n*2 + power(d.scale)) / (2 * power(d.scale)), true
}

// power is 10^n for n up to 9.
func power(n int) int64 { return int64(math.Pow10(n)) }

// signs are the signs and words of currencies that mean one currency only. "$", "kr" and "¥"
// mean several: then the file does not say the currency.
var signs = map[string]string{
	"€": "EUR", "EURO": "EUR", "£": "GBP", "FR.": "CHF", "SFR.": "CHF", "US$": "USD", "CA$": "CAD", "C$": "CAD",
	"A$": "AUD", "AU$": "AUD", "NZ$": "NZD", "R$": "BRL", "ZŁ": "PLN", "KČ": "CZK", "₹": "INR", "₺": "TRY", "₴": "UAH",
	"₪": "ILS",
}

// ParseCurrency reads a code, a sign, or "Euro - EUR" as Harvest writes it. It returns "" for any
// other text.
func ParseCurrency(text string) string {
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
	return ParseCurrency(strings.TrimSpace(strings.Trim(strings.TrimSpace(text), "0123456789.,'’ \u00a0\u202f")))
}

// ParseMoney reads an amount as minor units of a currency; without one, as hundredths. It reads no
// unclear amount, unless the currency has three decimals.
func ParseMoney(text, currency string) (int64, bool) {
	digits := domain.Currency(currency).Digits()
	d, ok := parseDecimal(text)
	if !ok || digits < 3 && isUnclear(text) || strings.ContainsAny(text, "-−(") {
		return 0, false
	}
	minor, ok := d.times(power(digits))
	return minor, ok && minor <= MaxMoney
}

// MaxMoney is far above every rate and amount, and small enough to calculate with.
const MaxMoney = 1_000_000_000_000

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
