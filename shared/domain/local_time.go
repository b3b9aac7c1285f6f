package domain

import (
	"slices"
	"time"
)

// LocalMoments are the moments at which the clocks of a zone show what is shown as a time in UTC: one; two in the hour
// that comes twice when the clocks are put back, the earlier one first; none in the hour that is left out. Where people
// write a local time, the first moment counts.
func LocalMoments(shown time.Time, zone *time.Location) (all []time.Time) {
	for _, near := range []time.Duration{-36 * time.Hour, 0, 36 * time.Hour} {
		_, offset := shown.Add(near).In(zone).Zone()
		at := shown.Add(time.Duration(-offset) * time.Second).In(zone)
		if _, o := at.Zone(); o == offset && !slices.ContainsFunc(all, at.Equal) {
			all = append(all, at)
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	return all
}
