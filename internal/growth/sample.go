package growth

import (
	"strings"
	"time"

	"stint/internal/testkit/meter"
)

// Sample is what was measured with so many people, by the kind of key.
type Sample struct {
	People float64
	Kinds  map[string]*Kind
	Parts  map[Part]meter.Units // a second, of the busiest key
}

// Kind is what was measured of the keys of a kind.
type Kind struct {
	Read, Write, Import       Measure // Import is written while entries are imported
	ReadPhase, WritePhase     string  // with the most units
	Day, Week, Month, Bounded Measure
}

// Measure is a number of each key of a kind: units a second in the phase with the most, bytes that stay (of a workday,
// of a week's timesheets, of a new month), or bytes that a time to live bounds.
type Measure struct{ Most, Mean, Sum float64 }

// NewSample is a sample without measurements.
func NewSample(people int) *Sample {
	return &Sample{float64(people), map[string]*Kind{}, map[Part]meter.Units{}}
}

func (s *Sample) kind(name string) *Kind {
	if s.Kinds[name] == nil {
		s.Kinds[name] = new(Kind)
	}
	return s.Kinds[name]
}

// measure sums up a number by the kind of key. Keys for which it is 0 count as well.
func measure[T any](of map[meter.Key]T, number func(k meter.Key, value T) float64) map[string]Measure {
	all, keys := map[string]Measure{}, map[string]float64{}
	for k, value := range of {
		name := KindOf(k)
		n := number(k, value)
		all[name] = Measure{Most: max(all[name].Most, n), Sum: all[name].Sum + n}
		keys[name]++
	}
	for name, x := range all {
		x.Mean = x.Sum / keys[name]
		all[name] = x
	}
	return all
}

// AddImport adds the units of a phase in which entries are imported as fast as the limit of a caller allows.
func (s *Sample) AddImport(lasts time.Duration, units map[meter.Key]meter.Units) {
	for name, x := range measure(units, func(_ meter.Key, u meter.Units) float64 { return u.Write / lasts.Seconds() }) {
		s.kind(name).Import = x
	}
}

// AddPhase adds the units of a phase of the day.
func (s *Sample) AddPhase(phase string, lasts time.Duration, units map[meter.Key]meter.Units) {
	for name, x := range measure(units, func(_ meter.Key, u meter.Units) float64 { return u.Read / lasts.Seconds() }) {
		if k := s.kind(name); x.Most > k.Read.Most {
			k.Read, k.ReadPhase = x, phase
		}
	}
	for name, x := range measure(units, func(_ meter.Key, u meter.Units) float64 { return u.Write / lasts.Seconds() }) {
		if k := s.kind(name); x.Most > k.Write.Most {
			k.Write, k.WritePhase = x, phase
		}
	}
}

// Days of work, weeks and months of a year.
const (
	yearDays   = 220
	yearWeeks  = 52
	yearMonths = 12
)

// Bytes are the sizes of all keys at a moment.
type Bytes map[meter.Key]meter.Size

// grown is how much a key has grown since a moment.
func (b Bytes) grown(k meter.Key, since Bytes) float64 { return max(0, b[k].Stays-since[k].Stays) }

// evenly has one key for each kind that workspaces share, with what each of its keys has on average. An item that is
// due again moves to another of them, which is no growth.
func (b Bytes) evenly() Bytes {
	even := Bytes{}
	for k, size := range b {
		if n := shards[KindOf(k)]; n > 0 {
			k.Partition = strings.TrimPrefix(KindOf(k), k.Index+" ")
			size = meter.Size{Stays: size.Stays / n, Expires: size.Expires / n, ByteDays: size.ByteDays / n}
		}
		had := even[k]
		even[k] = meter.Size{Stays: had.Stays + size.Stays, Expires: had.Expires + size.Expires,
			ByteDays: had.ByteDays + size.ByteDays}
	}
	return even
}

// Played are the sizes at moments of the play: before the first morning of a new month, after it, after the second one,
// and after the timesheets of a week.
type Played struct{ Before, First, Second, Week Bytes }

// AddGrowth adds what keys grew. Of each day a part was played.
func (s *Sample) AddGrowth(at Played, part float64) {
	at = Played{at.Before.evenly(), at.First.evenly(), at.Second.evenly(), at.Week.evenly()}
	day := func(k meter.Key, _ meter.Size) float64 { return at.Second.grown(k, at.First) }
	for name, x := range measure(at.Week, day) {
		s.kind(name).Day = Measure{Most: x.Most / part, Mean: x.Mean / part, Sum: x.Sum / part}
	}
	for name, x := range measure(at.Week, func(k meter.Key, _ meter.Size) float64 {
		return at.Week.grown(k, at.Second)
	}) {
		s.kind(name).Week = x
	}
	for name, x := range measure(at.Week, func(k meter.Key, now meter.Size) float64 {
		return max(0, at.First.grown(k, at.Before)-day(k, now))
	}) {
		s.kind(name).Month = x
	}
	for name, x := range measure(at.Week, func(k meter.Key, now meter.Size) float64 { return at.bounded(k, now, part) }) {
		s.kind(name).Bounded = x
	}
}

// bounded is what a key holds for a time, when as much ends as begins.
func (p Played) bounded(k meter.Key, now meter.Size, part float64) float64 {
	if now.Expires == 0 {
		return 0
	}
	life := now.ByteDays / now.Expires
	if isMonthly(KindOf(k)) {
		life = min(life, 365.0/yearMonths)
	}
	aDay := max(0, p.Second[k].Expires-p.First[k].Expires)/part*yearDays/365 +
		max(0, p.Week[k].Expires-p.Second[k].Expires)/7
	return life * aDay
}

// isMonthly reports whether a key of the kind stops growing with its month.
func isMonthly(kind string) bool { return strings.HasSuffix(kind, "????-??") }

// InYears is the size of a key of the kind after so many years.
func (k Kind) InYears(years float64, isMonthly bool) Measure {
	if isMonthly {
		years = 1.0 / yearMonths
	}
	sum := func(of func(Measure) float64) float64 {
		return years*(of(k.Day)*yearDays+of(k.Week)*yearWeeks+of(k.Month)*yearMonths) + of(k.Bounded)
	}
	most, mean := func(m Measure) float64 { return m.Most }, func(m Measure) float64 { return m.Mean }
	return Measure{Most: sum(most), Mean: sum(mean), Sum: sum(func(m Measure) float64 { return m.Sum })}
}
