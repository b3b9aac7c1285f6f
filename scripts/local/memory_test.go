package main

import (
	"runtime/debug"
	"testing"
)

// The environment has priority over the settings of the home server.
func TestTheEnvironmentSetsTheCollector(t *testing.T) {
	percent, limit := debug.SetGCPercent(77), debug.SetMemoryLimit(1<<40)
	defer func() { debug.SetGCPercent(percent); debug.SetMemoryLimit(limit) }()
	setCollector(func(name string) string { return map[string]string{"GOGC": "77", "GOMEMLIMIT": "1TiB"}[name] })
	if got := debug.SetGCPercent(77); got != 77 || debug.SetMemoryLimit(-1) != 1<<40 {
		t.Errorf("the environment is overridden: %d", got)
	}
	setCollector(func(string) string { return "" })
	if got := debug.SetGCPercent(77); got != gcPercent || debug.SetMemoryLimit(-1) != gcMemoryLimit {
		t.Errorf("without the environment: %d", got)
	}
}
