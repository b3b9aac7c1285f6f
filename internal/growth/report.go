package growth

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"stint/shared/store/key"
)

// Limits that docs/scaling.md sets for one key: units a second, and bytes of one with a local index.
const (
	MaxRead  = 1_500
	MaxWrite = 500
	MaxBytes = 10e9
	Years    = 10
)

// Row is what two samples say about a kind of key.
type Row struct {
	Kind                      string
	Read, Write, Import, Size float64 // of the busiest and the largest key, with all people; bytes after Years
	ReadGrowth                Growth
	WriteGrowth               Growth
	SizeGrowth                Growth
	ReadPhase, WritePhase     string
	WithTime                  bool // it holds more after each day
	Limit                     string
}

// Compare makes the rows of two samples for a workspace of so many people.
func Compare(small, large *Sample, people float64) []Row {
	names := map[string]bool{}
	for _, s := range []*Sample{small, large} {
		for name := range s.Kinds {
			names[name] = true
		}
	}
	var rows []Row
	for _, name := range slices.Sorted(maps.Keys(names)) {
		rows = append(rows, compareKind(name, small, large, people))
	}
	return rows
}

func compareKind(name string, small, large *Sample, people float64) Row {
	a, b := kindOr(small, name), kindOr(large, name)
	monthly := isMonthly(name)
	fit := func(of func(Kind) Measure) (Growth, float64) {
		return Fit(Point{small.People, of(a)}, Point{large.People, of(b)}, people)
	}
	units := func(of func(Kind) Measure) (Growth, float64) {
		return fit(func(k Kind) Measure { return spread(name, of(k)) })
	}
	row := Row{Kind: name, ReadPhase: b.ReadPhase, WritePhase: b.WritePhase}
	row.WithTime = b.Day.Most+b.Week.Most+b.Month.Most > 0 && !monthly
	row.ReadGrowth, row.Read = units(func(k Kind) Measure { return k.Read })
	row.WriteGrowth, row.Write = units(func(k Kind) Measure { return k.Write })
	row.SizeGrowth, row.Size = fit(func(k Kind) Measure { return k.InYears(Years, monthly) })
	if row.Size < leastBytes {
		row.SizeGrowth = Nothing
	}
	_, row.Import = units(func(k Kind) Measure { return k.Import })
	row.Limit = row.firstLimit(people)
	return row
}

// leastBytes is less than what growth in ten years is: another number of digits of some counters.
const leastBytes = 100_000

// spread is the units with the mean of all keys of a kind that workspaces share. Which of them one workspace writes is
// chance.
func spread(name string, m Measure) Measure {
	if n := shards[name]; n > 0 {
		m.Mean = m.Sum / n
	}
	return m
}

func kindOr(s *Sample, name string) Kind {
	if s.Kinds[name] == nil {
		return Kind{}
	}
	return *s.Kinds[name]
}

// firstLimit is the limit that the kind reaches first, with the number of people at which it does.
func (r Row) firstLimit(people float64) string {
	type limit struct {
		name   string
		used   float64
		growth Growth
	}
	hasLocalIndex := !strings.HasPrefix(r.Kind, "by_")
	limits := []limit{{"reads", r.Read / MaxRead, r.ReadGrowth}, {"writes", r.Write / MaxWrite, r.WriteGrowth}}
	if hasLocalIndex {
		limits = append(limits, limit{"size", r.Size / MaxBytes, r.SizeGrowth})
	}
	first := slices.MaxFunc(limits, func(a, b limit) int { return cmp.Compare(a.used, b.used) })
	switch {
	case first.used == 0:
		return "none"
	case first.growth == Constant:
		return fmt.Sprintf("%s: %s at any number of people", first.name, percent(first.used))
	}
	return fmt.Sprintf("%s: %s people", first.name, round(people/first.used))
}

func percent(part float64) string {
	if part < 0.01 {
		return "less than 1 %"
	}
	return fmt.Sprintf("%.0f %%", 100*part)
}

// round is a number with two digits, and commas.
func round(n float64) string {
	if n <= 0 {
		return "0"
	}
	unit := math.Pow(10, math.Floor(math.Log10(n))-1)
	n = math.Round(n/unit) * unit
	if n < 10 {
		return fmt.Sprintf("%.2g", n)
	}
	digits := fmt.Sprintf("%.0f", n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Print writes the table of docs/scaling.md.
func Print(w io.Writer, rows []Row) {
	fmt.Fprintln(w, "| key | reads | grow with | writes | grow with | "+
		"in an import | GB in ten years | grow with | first limit |")
	fmt.Fprintln(w, "|---|---:|---|---:|---|---:|---:|---|---|")
	for _, r := range rows {
		fmt.Fprintf(w, "| `%s` | %s | %s | %s | %s | %s | %s | %s | %s |\n", r.Kind, round(r.Read), r.ReadGrowth,
			round(r.Write), r.WriteGrowth, round(r.Import), round(r.Size/1e9), r.sizeGrowth(), r.Limit)
	}
}

// sizeGrowth is how the size grows with people, and whether it does with time.
func (r Row) sizeGrowth() string {
	if r.WithTime && r.SizeGrowth != Nothing {
		return string(r.SizeGrowth) + timely
	}
	return string(r.SizeGrowth)
}

// timely is the ending of what grows with time.
const timely = " × time"

// shards is how many keys of a kind share what all workspaces write.
var shards = map[string]float64{"Q#?": key.QueueShards, "by_ws HOOKS#?": key.WebhookDueShards}

// PrintShared writes the table of the keys that all workspaces share, for so many workspaces of so many people.
func PrintShared(w io.Writer, small, large *Sample, workspaces, people float64) {
	fmt.Fprintln(w, "| key | writes of one workspace | of all, to one key | first limit |")
	fmt.Fprintln(w, "|---|---:|---:|---|")
	for _, name := range slices.Sorted(maps.Keys(large.Kinds)) {
		if !IsShared(name) {
			continue
		}
		_, one := Fit(pointOf(small, name), pointOf(large, name), people)
		each, limit := one/max(1, shards[name]), "none"
		if one > 0 {
			limit = "writes: " + round(MaxWrite/each) + " workspaces"
		}
		fmt.Fprintf(w, "| `%s` | %s | %s | %s |\n", name, round(one), round(each*workspaces), limit)
	}
}

// pointOf is what all keys of a kind are written.
func pointOf(s *Sample, name string) Point {
	sum := kindOr(s, name).Write.Sum
	return Point{s.People, Measure{Most: sum, Mean: sum, Sum: sum}}
}
