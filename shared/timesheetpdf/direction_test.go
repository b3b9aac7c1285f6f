package timesheetpdf_test

import (
	"testing"

	"stint/shared/timesheetpdf"
)

// Text from right to left is printed in the order of UAX 9. Each result is written here in the
// order of the page, from left to right.
func TestTextFromRightToLeft(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"plain 12 text":         "plain 12 text",
		"\u05d0\u05d1":          "\u05d1\u05d0",
		"\u05d0\u05d1 12":       "12 \u05d1\u05d0",
		"\u05d0 12 \u05d1":      "\u05d1 12 \u05d0",
		"\u05d0 12 x \u05d1":    "\u05d1 x 12 \u05d0",
		"x \u05d0\u05d1 y":      "x \u05d1\u05d0 y",
		"x \u05d0 12":           "x 12 \u05d0",
		"x \u05d0 12 y":         "x 12 \u05d0 y",
		"x \u05d0 12% y":        "x 12% \u05d0 y",
		"x \u05d0 12 13 y":      "x 13 12 \u05d0 y",
		"x \u05d0 12y \u05d1":   "x 12 \u05d0y \u05d1",
		"x \u05d0 y 12":         "x \u05d0 y 12",
		"x 12 \u05d0":           "x 12 \u05d0",
		"12 \u05d0 13":          "13 \u05d0 12",
		"x \u0661\u0662 \u05d0": "x \u05d0 \u0661\u0662",
		"x 1\u0661 \u0627 2":    "x 12 \u0627 \u0661",
	} {
		if got := timesheetpdf.InVisualOrder(line); got != want {
			t.Errorf("%+q is printed as %+q, want %+q", line, got, want)
		}
	}
}
