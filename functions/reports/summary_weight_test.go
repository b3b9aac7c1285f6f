package reports_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/config"
)

// The start of a summary in the background counts as eleven requests, and is refused before it is written.
func TestSummaryJobsWeighTheirWork(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.Limits.PerCaller = 20 })
	owner := api.Register("ada")
	started := owner.Post(jobsPath, half(nil))
	if got := started.Header.Get("RateLimit"); started.Status != 200 || !strings.HasPrefix(got, `"caller";r=9;`) {
		t.Errorf("%d, RateLimit %q", started.Status, got)
	}
	api.RunWorker()
	owner.Post(jobsPath, half(nil)).Problem(429, "rate_limited")
	if got := owner.Get(jobsPath + "/" + started.ID()).OK(); got["status"] != "done" {
		t.Errorf("%v", got)
	}
}
