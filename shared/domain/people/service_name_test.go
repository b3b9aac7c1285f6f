package people_test

import (
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/people"
)

func TestNamesThatLookLikeTheService(t *testing.T) {
	t.Parallel()
	for _, name := range []domain.Name{"Stint", "STINT", "stint", "S t i n t", "Stint.", "St\u0456nt", "\u0405tint",
		"St\u00ednt", "Stlnt", "St1nt", "St|nt", "Stint\u00ae", "\uff33\uff54\uff49\uff4e\uff54", "S\u03c4\u03b9\u03b7\u03c4",
		"\U0001d412\U0001d42d\U0001d422\U0001d427\U0001d42d", "ѕтіпт"} {
		if !people.LooksLikeService(name) {
			t.Errorf("%q passes", name)
		}
	}
	for _, name := range []domain.Name{"Stint for Acme", "My Stint", "Stints", "Stent", "Tint", "Timely", "", "時間",
		"κακια"} {
		if people.LooksLikeService(name) {
			t.Errorf("%q is refused", name)
		}
	}
}
