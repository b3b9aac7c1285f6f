package tracking

import (
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/wire"
)

// Times says which ends of an entry a request sets.
type Times struct{ Start, Stop bool }

// CheckTimes reports what is wrong with the ends that a request sets: a start
// before the earliest, an end in the future, an end before the start. The path
// leads to the row's properties. An end that could not be read is passed over.
func CheckTimes(e domain.Entry, set Times, path string, now domain.Instant, issues *wire.Issues) {
	start, stop := path+"startedAt", path+"stoppedAt"
	startReads, stopReads := issues.Clean(start), issues.Clean(stop)
	if set.Start && startReads {
		switch {
		case e.StartedAt.Before(domain.EarliestStart.Time):
			issues.Add(start, problem.MinValue)
		case domain.TooFarAhead(e.StartedAt, now):
			issues.Add(start, problem.InFuture)
		}
	}
	if e.Running() || !startReads || !stopReads {
		return
	}
	ends := e.StoppedAt.Before(e.StartedAt.Time)
	switch {
	case set.Stop && domain.TooFarAhead(*e.StoppedAt, now):
		issues.Add(stop, problem.InFuture)
	case set.Stop && ends:
		issues.Add(stop, problem.BeforeStart)
	case set.Start && ends:
		issues.AddMessage(start, problem.BeforeStart, "must not be after the end")
	}
}
