package testkit

import "slices"

// RoundTrips is the number of round trips a log took one after the other: the
// length of the longest chain of calls of which each began after the one before
// it had ended. Calls that overlap share a round.
//
// Calls that were made at once may still miss each other when they are quick
// and the machine is busy, so a test that allows n rounds for parallel calls
// makes them meet with Gather.
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
