package main

import "runtime/debug"

// Bounds of the garbage collector, unless GOGC or GOMEMLIMIT says otherwise.
const (
	// gcPercent lets the heap grow to four times of what is in use. The service uses
	// little memory, and would spend a sixth of its processor time on collecting.
	gcPercent = 300
	// gcMemoryLimit is the memory in bytes above which the heap is collected more often.
	// Each password that is checked takes much for a moment.
	gcMemoryLimit = 160 << 20
)

// setCollector sets how often the memory of this process is collected.
func setCollector(getenv func(string) string) {
	if getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(gcMemoryLimit)
	}
}
