package submissions_test

import (
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/shared/config"
)

// A period with more than 16 MB of entries, here a sixteenth of that, is refused once so much is read. What cannot
// succeed is refused before any entry is read.
func TestPeriodOfManyBytes(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.Limits.PerCaller = 100 })
	if most := api.Deps.Store.MaxTimesheetBytes; most != 16_000_000 {
		t.Errorf("%d bytes are read", most)
	}
	api.Deps.Store.MaxTimesheetBytes /= 16
	owner := api.Register("olga")
	like := track(owner, 1, 10, nil)
	text := stringValue(strings.Repeat("𠀀", 5000))
	insertCopies(t, api, like, 63, func(_ int, it map[string]types.AttributeValue) { it["text"] = text })
	refused := owner.Post(pathSubmissions, firstHalfOfJune)
	refused.Invalid("periodEnd too_large")
	if !strings.Contains(string(refused.Body), "40,000 entries or 16 MB") {
		t.Errorf("the bound is not named: %s", refused.Body)
	}
	if units := api.Probe.Snapshot().Read; units > 4_500/16 {
		t.Errorf("%.0f units were read", units)
	}
	track(owner, 16, 1, nil)
	days := object{"periodStart": "2026-06-16", "periodEnd": "2026-06-16"}
	owner.Post(pathSubmissions, days).OK()
	api.Probe.Reset()
	owner.Post(pathSubmissions, firstHalfOfJune).Conflict("submission_open")
	if units := api.Probe.Snapshot().Read; units > 50 {
		t.Errorf("%.0f units were read for what cannot succeed", units)
	}
}

// A caller who has few requests left is refused before the period is read to its end, and nothing is written.
func TestSubmittingWeighsWhatItReads(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.Limits.PerCaller = 4 })
	owner := api.Register("olga")
	like := track(owner, 1, 10, nil)
	text := stringValue(strings.Repeat("𠀀", 5000))
	insertCopies(t, api, like, 220, func(_ int, it map[string]types.AttributeValue) { it["text"] = text })
	before := len(apitest.TableItems(api))
	owner.Get("/api/auth/me").OK()
	owner.Get("/api/auth/me").OK()
	owner.Post(pathSubmissions, firstHalfOfJune).Problem(429, "rate_limited")
	if after := len(apitest.TableItems(api)); after != before {
		t.Errorf("%d items, %d before", after, before)
	}
}
