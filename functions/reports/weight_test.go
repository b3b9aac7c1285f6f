package reports_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/config"
)

// A report counts as one request more for every 500 units that it reads, also of entries that its
// filter leaves out.
func TestReportsCountWhatTheyRead(t *testing.T) {
	const entries, limit = 230, 250
	api := apitest.New(t, func(c *config.Config) { c.Limits.PerCaller = limit })
	owner := api.Register("ada")
	trackMany(t, owner, 0, entries, strings.Repeat("𠀀", 5000)) // 4.6 MB
	for _, send := range []func() *apitest.Answer{
		func() *apitest.Answer { return summary(owner, today+"&search=nothing") },
		func() *apitest.Answer { return export(owner, today+"&search=nothing") },
		func() *apitest.Answer { return summary(owner, today) },
	} {
		api.Clock.Advance(time.Minute)
		answer := send()
		if answer.Status != 200 {
			t.Fatalf("%d\n%s", answer.Status, answer.Body)
		}
		if got, want := answer.Header.Get("RateLimit"), `"caller";r=248;`; !strings.HasPrefix(got, want) {
			t.Errorf("RateLimit %q, want %q", got, want)
		}
	}
}
