package histories_test

import (
	"net/http"
	"slices"

	"github.com/anishathalye/porcupine"
)

// shrink removes requests from a history that nothing explains, the last ones first, as long as nothing explains the
// others. What may have changed something is only forgotten: from then on it may have happened or not. So what is left
// does not fail only because something is missing. It returns what is left, and what was forgotten.
func (m model) shrink(all []porcupine.Operation) (left, forgotten []porcupine.Operation) {
	for removed := true; removed; {
		removed = false
		for i := len(all) - 1; i >= 0; i-- {
			without, also := slices.Delete(slices.Clone(all), i, i+1), forgotten
			if o := all[i]; o.Output.(output).mayHaveHappened() {
				o.Output = output{}
				also = append(slices.Clone(forgotten), o)
			}
			if !m.explains(slices.Concat(without, also)) {
				all, forgotten, removed = without, also, true
			}
		}
	}
	return all, forgotten
}

// mayHaveHappened reports whether a request was not refused.
func (o output) mayHaveHappened() bool { return o.Status == 0 || o.Status == http.StatusOK }
