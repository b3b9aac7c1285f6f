// Package timesheetdb keeps timesheets: submissions with their rounds and events, and client links.
package timesheetdb

import (
	"time"

	"stint/shared/store/internal/core"
	"stint/shared/table"
)

// Store reads and writes the records of the subject. It is safe for concurrent use.
type Store struct {
	*core.Core

	// SubmitTime is how long a request may take to submit a timesheet, with the reads, the
	// wait for its turn and all tries: 20 s. So it ends before its lease, and is answered
	// before the gateway gives up. A slow machine may need more.
	SubmitTime time.Duration
	// MaxOneWrite is how many claims fit into one transaction with the submission itself, 90, and MaxClaims how many fit
	// into one without it, 100. Tests of large rounds have fewer.
	MaxOneWrite, MaxClaims int
	// MaxTimesheetBytes is how many bytes of entries are read of a period, as timelog.Entry.ReportBytes counts
	// them: 16 MB.
	MaxTimesheetBytes int
	// AbandonTime is how long a request that could not submit tries to abandon what it began: 2 s.
	AbandonTime time.Duration
	largeRounds turns // of the requests that claim the entries of a large round
}

// New returns a store over a core.
func New(c *core.Core) *Store {
	return &Store{Core: c, SubmitTime: submitTime, MaxOneWrite: maxOneWrite, MaxClaims: table.MaxActions,
		MaxTimesheetBytes: maxTimesheetBytes, AbandonTime: abandonTime, largeRounds: newTurns()}
}
