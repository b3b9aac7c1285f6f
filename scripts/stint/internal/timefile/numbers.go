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
// apostrophes. If groups is true, so does a single one before exactly three digits: 1.234 is 1234.
// A sign of a currency around the number is skipped.
func parseDecimal(text string, groups bool) (decimal, bool) {
	digits := strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || c == '\'' || c == '’' {
			return -1
		}
		return c
	}, text)
	digits = strings.Trim(strings.TrimFunc(digits, isCurrencySign), ".")
	point := decimalPoint(digits, groups)
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

func isCurrencySign(c rune) bool { return unicode.IsLetter(c) || unicode.Is(unicode.Sc, c) }

// decimalPoint is where the decimal separator is, or -1.
func decimalPoint(digits string, groups bool) int {
	point, comma := strings.LastIndexByte(digits, '.'), strings.LastIndexByte(digits, ',')
	last := max(point, comma)
	switch {
	case point >= 0 && comma >= 0, last < 0:
		return last
	case strings.Count(digits, digits[last:last+1]) > 1:
		return -1
	case groups && len(digits)-last == 4 && last > 0 && last <= 3 && digits[0] != '0':
		return -1
	}
	return last
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
