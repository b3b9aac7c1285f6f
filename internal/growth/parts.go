package growth

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"stint/internal/testkit/meter"
)

// Part is what the keys of a kind take in a phase of the day, for one purpose and of one kind of items.
type Part struct{ Kind, Phase, For, Items string }

// AddParts adds what each purpose took in a phase, of the busiest key of each kind.
func (s *Sample) AddParts(phase string, lasts time.Duration, parts map[meter.Part]meter.Units) {
	for p, u := range parts {
		part := Part{KindOf(p.Key), phase, p.For, p.Items}
		was, seconds := s.Parts[part], lasts.Seconds()
		s.Parts[part] = meter.Units{Read: max(was.Read, u.Read/seconds), Write: max(was.Write, u.Write/seconds)}
	}
}

// leastUnits are so few units a second that a part is not shown.
const leastUnits = 1

// PrintParts writes what the keys of a kind take for each purpose, in units a second with so many people.
func PrintParts(w io.Writer, kind string, small, large *Sample, people float64) {
	fmt.Fprintln(w, "| phase | for | items | reads | writes |")
	fmt.Fprintln(w, "|---|---|---|---:|---:|")
	all := map[Part]meter.Units{}
	for part, b := range large.Parts {
		a := small.Parts[part]
		at := func(few, many float64) float64 { // a straight line through both sizes
			return max(many, many+(many-few)/(large.People-small.People)*(people-large.People))
		}
		if u := (meter.Units{Read: at(a.Read, b.Read), Write: at(a.Write, b.Write)}); part.Kind == kind &&
			u.Read+u.Write >= leastUnits {
			all[part] = u
		}
	}
	for _, p := range slices.SortedFunc(maps.Keys(all), func(a, b Part) int {
		return cmp.Compare(all[b].Read+all[b].Write, all[a].Read+all[a].Write)
	}) {
		fmt.Fprintf(w, "| %s | %s | `%s` | %s | %s |\n", p.Phase, p.For, p.Items, round(all[p].Read), round(all[p].Write))
	}
}
