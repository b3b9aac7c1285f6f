package tracking

import (
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/wire"
)

// checkTimes reports what is wrong with the start and the stop that a row sets.
// The rules are those of domain.Entry.CheckStart and CheckStop. Times that could
// not be read were reported before.
func checkTimes(e domain.Entry, row Row, now domain.Instant, issues *wire.Issues) {
	start, stop := row.Path+"startedAt", row.Path+"stoppedAt"
	startClean, stopClean := issues.IsClean(start), issues.IsClean(stop)
	if row.Body.StartedAt.Set && startClean {
		if code := e.CheckStart(now); code != "" {
			issues.Add(start, code)
		}
	}
	switch {
	case e.Running() || !startClean || !stopClean:
	case row.Body.StoppedAt.Set:
		if code := e.CheckStop(now); code != "" {
			issues.Add(stop, code)
		}
	case row.Body.StartedAt.Set && e.StopsBeforeStart():
		issues.AddMessage(start, problem.BeforeStart, "must not be after the end")
	}
}
