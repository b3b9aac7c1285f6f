package drawing

import (
	"math"
	"strconv"
	"strings"

	"stint/shared/pattern"
)

// mostNumber is the largest number in a drawing.
const mostNumber = 1e5

var (
	number     = pattern.New(`^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$`)
	nextNumber = pattern.New(`^[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)`)
)

// toNumber reads a number. Other units than pixels are not drawn.
func toNumber(text string) (float64, error) {
	text = strings.TrimSuffix(strings.TrimSpace(text), "px")
	if !number.MatchString(text) {
		return 0, errNotDrawn
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.Abs(v) > mostNumber {
		return 0, errNotDrawn
	}
	return v, nil
}

// toShare reads a number or a percentage from 0 to 1.
func toShare(text string) (float64, error) {
	text = strings.TrimSpace(text)
	parts := 1.0
	if rest, isPercent := strings.CutSuffix(text, "%"); isPercent {
		text, parts = rest, 100
	}
	v, err := toNumber(text)
	if err != nil || v < 0 || v > parts {
		return 0, errNotDrawn
	}
	return v / parts, nil
}

// toNumbers reads a list of numbers.
func toNumbers(text string) (all []float64, err error) {
	for strings.Trim(text, " \t\r\n,") != "" {
		found := nextNumber.FindStringSubmatch(text)
		if found == nil {
			return nil, errNotDrawn
		}
		v, err := toNumber(found[1])
		if err != nil {
			return nil, err
		}
		all, text = append(all, v), text[len(found[0]):]
	}
	return all, nil
}

// numbers are the attributes of an element that are numbers; 0 for one that is not there.
func (a attributes) numbers(names ...string) (all []float64, err error) {
	for _, name := range names {
		v := 0.0
		if text, ok := a[name]; ok {
			if v, err = toNumber(text); err != nil {
				return nil, err
			}
		}
		all = append(all, v)
	}
	return all, nil
}
