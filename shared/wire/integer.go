package wire

import (
	"strconv"
	"strings"
)

// plainInteger writes a JSON number without fraction and exponent, if its value is an
// integer: 8500.0 and 85e2 are 8500, as JSON Schema has it. Any other text, and a number
// that is far too large, stays as it is.
func plainInteger(literal string) string {
	mantissa, exponent := literal, 0
	if i := strings.IndexAny(literal, "eE"); i >= 0 {
		n, err := strconv.Atoi(literal[i+1:])
		if err != nil || n > maxDigits || n < -maxDigits {
			return literal
		}
		mantissa, exponent = literal[:i], n
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if exponent == 0 && fraction == "" {
		return literal
	}
	digits, negative := strings.CutPrefix(whole+fraction, "-")
	point := len(digits) - len(fraction) + exponent
	switch {
	case point > len(digits):
		digits += strings.Repeat("0", point-len(digits))
	case point < 0:
		digits, point = strings.Repeat("0", -point)+digits, 0
	}
	if strings.Trim(digits[point:], "0") != "" {
		return literal
	}
	digits = "0" + digits[:point]
	digits = strings.TrimLeft(digits[:len(digits)-1], "0") + digits[len(digits)-1:]
	if negative {
		return "-" + digits
	}
	return digits
}
