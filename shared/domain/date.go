package domain

import (
	"regexp"
	"time"

	"stint/shared/problem"
)

// Date is a calendar day, YYYY-MM-DD, without a time zone.
type Date string

var isoDate = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

// ParseText reads a date sent by a caller.
func (d *Date) ParseText(text string) problem.FieldCode {
	if !isoDate.MatchString(text) {
		return problem.DateInvalid
	}
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return problem.DateInvalid
	}
	*d = Date(text)
	return ""
}
