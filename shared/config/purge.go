package config

import "fmt"

// DefaultPurgeAfterDays is the default of PurgeAfterDays, MaxPurgeAfterDays its upper
// bound.
const (
	DefaultPurgeAfterDays = 14
	MaxPurgeAfterDays     = 3_650
)

// daysOr reads a number of days, 0 to most.
func (r *reader) daysOr(name string, fallback, most int64) int {
	days := r.integerOr(name, fallback, 0)
	if days > most {
		r.addProblem(name, fmt.Sprintf("must be %d or less", most))
	}
	return int(days)
}
