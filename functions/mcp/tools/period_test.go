package tools

import (
	"fmt"
	"testing"

	"stint/shared/domain"
)

func TestPeriods(t *testing.T) {
	t.Parallel()
	const wednesday = "2026-06-17"
	for words, want := range map[string]string{
		"today": "{2026-06-17 2026-06-17}", "Yesterday": "{2026-06-16 2026-06-16}",
		"this week": "{2026-06-15 2026-06-21}", "last_week": "{2026-06-08 2026-06-14}",
		"this month": "{2026-06-01 2026-06-30}", " last  month ": "{2026-05-01 2026-05-31}",
		"this year": "{2026-01-01 2026-12-31}", "last year": "{2025-01-01 2025-12-31}",
		"last 7 days": "{2026-06-11 2026-06-17}", "last 1 day": "{2026-06-17 2026-06-17}",
		"2024": "{2024-01-01 2024-12-31}", "2024-02": "{2024-02-01 2024-02-29}", "2024-02-29": "{2024-02-29 2024-02-29}",
		"": "", "soon": "", "last 0 days": "", "last 367 days": "", "7 days": "", "2026-13": "",
		"2025-02-29": "", "20-06": "",
	} {
		days, ok := periodDays(words, wednesday, domain.Monday)
		if ok != (want != "") || ok && fmt.Sprint(days) != want {
			t.Errorf("%q: %v %v, want %s", words, days, ok, want)
		}
	}
	if days, _ := periodDays("this week", wednesday, domain.Sunday); days.First != "2026-06-14" {
		t.Errorf("a week from Sunday: %v", days)
	}
}
