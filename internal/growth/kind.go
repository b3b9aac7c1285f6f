// Package growth says how the capacity units and the bytes of each partition key grow, from what meter counts at
// two sizes of a workspace. Its tests play days of a workspace, and compare how keys grow with
// docs/scaling.md. make scale prints the table of that page.
package growth

import (
	"strings"

	"stint/internal/testkit/meter"
	"stint/shared/store/key"
)

// KindOf is the kind of a partition key as docs/scaling.md shows it: its index, and its pattern. A key of no kind is
// its own.
func KindOf(k meter.Key) string {
	pattern := k.Partition
	for _, p := range key.Partitions() {
		if p.Matches(k.Partition) {
			pattern = string(p)
		}
	}
	if strings.HasPrefix(pattern, "SECRET#") {
		pattern = "SECRET#*"
	}
	id := strings.TrimPrefix(string(key.Workspaces), "WS#")
	return strings.TrimSpace(k.Index + " " + strings.ReplaceAll(pattern, id, "<id>"))
}

// IsShared reports whether the keys of a kind serve all workspaces.
func IsShared(kind string) bool {
	_, pattern, inIndex := strings.Cut(kind, " ")
	if !inIndex {
		pattern = kind
	}
	return !strings.HasPrefix(pattern, "WS#") && !strings.Contains(pattern, "*")
}
