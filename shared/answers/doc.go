// Package answers has the answers that more than one family gives: what a record looks like
// to a caller. Each has a maker that begins with Of. An entry is in shared/tracking.
package answers
