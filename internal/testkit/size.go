package testkit

import "os"

// Size chooses how much a test does: the first number every day, and the second one in the large
// run, which STINT_LARGE=1 asks for (make test-all). The daily number must be enough to find a
// broken rule. The large one is for what only shows with much data or after many random steps.
func Size(daily, large int) int {
	if os.Getenv("STINT_LARGE") != "" {
		return large
	}
	return daily
}
