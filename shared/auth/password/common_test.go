package password

import (
	"slices"
	"strings"
	"testing"
)

// The search needs the list sorted and folded; entries that the length rule
// refuses anyway would only cost space.
func TestCommonListIsSound(t *testing.T) {
	list := commonPasswords()
	if len(list) < 20_000 {
		t.Errorf("%d entries", len(list))
	}
	if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
		t.Error("not sorted, or with duplicates")
	}
	for _, entry := range list {
		if len(entry) < MinLength || entry != strings.ToLower(entry) || !isCommon(entry) {
			t.Errorf("entry %q", entry)
		}
	}
	if len(commonGzip) > 150<<10 {
		t.Errorf("%d bytes in every binary", len(commonGzip))
	}
}
