package main

import (
	"cmp"
	"fmt"
	"runtime"
	"time"

	"github.com/shirou/gopsutil/v4/cpu"
	"github.com/shirou/gopsutil/v4/mem"
)

// description says on which machine the tables were made, when, and how.
func description(o options) string {
	model, memory := "unknown", uint64(0)
	if all, err := cpu.Info(); err == nil && len(all) > 0 {
		model = cmp.Or(all[0].ModelName, model)
	}
	if m, err := mem.VirtualMemory(); err == nil {
		memory = m.Total >> 30
	}
	return fmt.Sprintf("%s: %d cores (%s), %d GB, %s/%s, %s. %d people, %s for each kind.",
		time.Now().Format(time.DateOnly), runtime.NumCPU(), model, memory, runtime.GOOS, runtime.GOARCH, runtime.Version(), o.people, o.span)
}
