package testkit_test

import (
	"testing"

	"stint/internal/testkit"
)

// A batch read that is cut behind two of three keys is two requests, and the third key is read after what happens
// between. One that is not cut is one request.
func TestBatchReadIsCutOnce(t *testing.T) {
	t.Parallel()
	for _, first := range []int32{0, 1, 2, 3} {
		b := newBatchTable(t)
		isCut := first == 1 || first == 2
		between := int32(0)
		b.probe.Inject(testkit.Fault{Where: testkit.On("BatchGetItem"), Effect: testkit.CutBatchRead(
			func(keys int) int { return int(first) * keys / 3 },
			func() {
				between++
				for _, sk := range []string{"1", "2", "3"} {
					put(t, b.Table, with(key("a", sk), "lsk", "new"))
				}
			})})
		sent := b.counter.sent.Load()
		late := int32(0)
		for _, it := range b.get(t, key("a", "1"), key("a", "2"), key("a", "3")) {
			if testkit.TextOf(it["lsk"]) == "new" {
				late++
			}
		}
		requests := b.counter.sent.Load() - sent - 3*between
		if isCut && (late != 3-first || requests != 2 || between != 1) ||
			!isCut && (late != 0 || requests != 1 || between != 0) {
			t.Errorf("behind %d keys: %d items are new, %d requests, cut %d times", first, late, requests, between)
		}
	}
}
