// Package tracking is what timers, entries and their batches share: how an
// entry looks to a caller, and what time may be tracked to.
package tracking
