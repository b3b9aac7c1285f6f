// Package tracking writes tracked time: it decides what a request makes of
// entries and timers, and how they are shown to the caller. Timers, entries,
// their batches and reports use it.
//
// Every write passes the same stages. Each is a type that only the stage before
// it returns, so none can be left out:
//
//	Resolve             reads what the rows name                     Resolved
//	Resolved.Validate   decides what each row makes of its entry     Validated
//	Validated.Settle    ends with everything that is wrong, or       Settled
//	Settled.Snapshot    takes the rate snapshots                     Plan
//
// A Plan can be shown and written. A single write is a plan of one row, which
// PlanRow makes; see Row and Plan.
package tracking
