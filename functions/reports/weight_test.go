package reports_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/config"
)

// A report counts as one request more for every MB that it reads, also of entries that its
// filter leaves out.
func TestReportsCountWhatTheyRead(t *testing.T) {
	const entries, limit = 140, 150
	api := apitest.New(t, func(c *config.Config) { c.Limits.PerCaller = limit })
	owner := api.Register("ada")
	for i := range entries { // 2.2 MB
		track(owner, i-entries, i-entries+1, object{"description": strings.Repeat("漢", 5000)})
	}
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
		if got, want := answer.Header.Get("RateLimit"), `"caller";r=147;`; !strings.HasPrefix(got, want) {
			t.Errorf("RateLimit %q, want %q", got, want)
		}
	}
}
