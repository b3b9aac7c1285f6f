package tracking

import (
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/wire"
)

// TimesSet says which ends of an entry a request sets.
type TimesSet struct{ Start, Stop bool }

// CheckTimes reports what is wrong with the ends that a request sets: a start
// before the earliest, an end in the future, an end before the start. The path
// leads to the row's properties. An end that could not be read is passed over.
func CheckTimes(e domain.Entry, set TimesSet, path string, now domain.Instant, issues *wire.Issues) {
	start, stop := path+"startedAt", path+"stoppedAt"
	startClean, stopClean := issues.IsClean(start), issues.IsClean(stop)
	if set.Start && startClean {
		switch {
		case e.StartedAt.Before(domain.EarliestStart.Time):
			issues.Add(start, problem.MinValue)
		case domain.TooFarAhead(e.StartedAt, now):
			issues.Add(start, problem.InFuture)
		}
	}
	if e.Running() || !startClean || !stopClean {
		return
	}
	stopsBeforeStart := e.StoppedAt.Before(e.StartedAt.Time)
	switch {
	case set.Stop && domain.TooFarAhead(*e.StoppedAt, now):
		issues.Add(stop, problem.InFuture)
	case set.Stop && stopsBeforeStart:
		issues.Add(stop, problem.BeforeStart)
	case set.Start && stopsBeforeStart:
		issues.AddMessage(start, problem.BeforeStart, "must not be after the end")
	}
}
