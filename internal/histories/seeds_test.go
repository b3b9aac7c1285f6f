package histories_test

import (
	"os"
	"strconv"
	"testing"
	"time"

	"stint/internal/testkit"
)

// dailySeeds are how many histories of each model are made every day.
const dailySeeds = 3

// seeds are the seeds of the histories: the same every day, and ten new ones in the large run. STINT_SEED names one
// that failed.
func seeds() (all []uint64) {
	if one, err := strconv.ParseUint(os.Getenv("STINT_SEED"), 10, 64); err == nil {
		return []uint64{one}
	}
	first, count := uint64(1), dailySeeds
	if testkit.Size(0, 1) == 1 {
		first, count = uint64(time.Now().UnixMilli()), 10
	}
	for i := range count {
		all = append(all, first+uint64(i))
	}
	return all
}

// checkSeeds checks the history of each seed.
func (m model) checkSeeds(t *testing.T, history func(testing.TB, uint64, ...testkit.Fault) *history) {
	for _, seed := range seeds() {
		m.check(t, history(t, seed))
	}
}
