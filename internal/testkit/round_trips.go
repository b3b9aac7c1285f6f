package testkit

import "slices"

// RoundTrips is the number of sequential round trips of a log: the length of the
// longest chain of calls in which each call starts after the end of the one before.
// Overlapping calls share a round trip.
//
// On a busy machine, parallel calls that are quick may not overlap. Tests that count
// round trips of parallel calls use Gather to make them overlap.
func RoundTrips(log []Call) int {
	ended := make([]Call, 0, len(log))
	for _, c := range log {
		if !c.End.IsZero() {
			ended = append(ended, c)
		}
	}
	slices.SortStableFunc(ended, func(a, b Call) int { return a.End.Compare(b.End) })
	rounds := 0
	var last Call
	for _, c := range ended {
		if rounds == 0 || !c.Start.Before(last.End) {
			rounds, last = rounds+1, c
		}
	}
	return rounds
}
