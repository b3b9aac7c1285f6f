package timefile

import (
	"math"
	"strings"
	"unicode"
)

// decimal is a number of the form mantissa / 10^scale. It is not negative.
type decimal struct {
	mantissa int64
	scale    int
}

// parseDecimal reads a number with a decimal point or comma. The last of two different separators
// is the decimal one. A separator that occurs twice separates thousands, and so do blanks and
// apostrophes. A sign of a currency around the number is skipped.
func parseDecimal(text string) (decimal, bool) {
	digits := onlyNumber(text)
	point := decimalPoint(digits)
	var d decimal
	count := 0
	for i, c := range digits {
		switch {
		case c >= '0' && c <= '9':
			if count++; d.mantissa > math.MaxInt64/100_000 { // leaves room for hours in seconds
				return decimal{}, false
			}
			if point >= 0 && i > point && d.scale == 9 {
				continue // more is less than a second, and less than a cent
			}
			d.mantissa = d.mantissa*10 + int64(c-'0')
			if point >= 0 && i > point {
				d.scale++
			}
		case c != '.' && c != ',':
			return decimal{}, false
		}
	}
	return d, count > 0
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
func power(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}
