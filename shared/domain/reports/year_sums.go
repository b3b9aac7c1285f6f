package reports

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"github.com/google/uuid"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

// SumsOf says whose sums YearSums are.
type SumsOf string

// The two: of everyone's time on a project, and of a user's time on all projects.
const (
	OfProject SumsOf = "P"
	OfUser    SumsOf = "U"
)

// YearSums are the sums of a project or of a user in the months of a year. They are computed from the months of
// the users. A summary of whole months reads them in place of those, because they are fewer.
type YearSums struct {
	ID         domain.ID `db:"id,omitempty"` // of the project or the user; "" is no project
	Year       string    `db:"year"`
	Generation int64     `db:"gen"` // of the totals that it belongs to
	Packed     []byte    `db:"sums,omitempty"`
}

// MonthKind is what a summary by project or by person tells apart in a month.
type MonthKind struct {
	Month      domain.Month
	ProjectID  domain.ID // "" in the sums of a project or user
	Currency   domain.Currency
	IsBillable bool
	Rate       uint64 // one more than the rate; 0 is none
}

// KindSum is the time of a kind. Lines are how many lines of days it has: without any it is not there.
type KindSum struct{ Lines, Seconds, Amount int64 }

// Kinds are the sums of some kinds.
type Kinds map[MonthKind]KindSum

// Add adds the sums of other kinds, times one or minus one.
func (k Kinds) Add(other Kinds, times int64) {
	for kind, o := range other {
		s := k[kind]
		s = KindSum{s.Lines + times*o.Lines, s.Seconds + times*o.Seconds, s.Amount + times*o.Amount}
		if k[kind] = s; s == (KindSum{}) {
			delete(k, kind)
		}
	}
}

// KindsOf sums up the lines of a month.
func KindsOf(m domain.Month, lines []ReportLine) Kinds {
	all := Kinds{}
	for _, l := range lines {
		kind := MonthKind{m, l.ProjectID, l.Currency, l.IsBillable, l.rateNumber()}
		s := all[kind]
		all[kind] = KindSum{s.Lines + 1, s.Seconds + l.Seconds, s.Amount + l.Amount}
	}
	return all
}

// Kinds are the sums of the month, also of one that is too large.
func (m ReportMonth) Kinds() (Kinds, error) {
	if m.IsTooLarge {
		return unpackKinds(string(m.Month[:4]), m.Sums)
	}
	lines, err := m.Lines()
	return KindsOf(m.Month, lines), err
}

// Equal reports whether months of the same user have the same sums.
func (m ReportMonth) Equal(o ReportMonth) bool {
	return m.IsTooLarge == o.IsTooLarge && bytes.Equal(m.Packed, o.Packed) && bytes.Equal(m.Sums, o.Sums)
}

// WithKinds is the month as one that is too large, with the sums of its kinds alone.
func (m ReportMonth) WithKinds(all Kinds) ReportMonth {
	m.Packed, m.IsTooLarge, m.Sums = nil, true, packKinds(all)
	return m
}

// Kinds are the sums of the months.
func (y YearSums) Kinds() (Kinds, error) { return unpackKinds(y.Year, y.Packed) }

// Plus is the sums with the changes of some kinds. Which projects these are of makes no difference.
func (y YearSums) Plus(changes Kinds) (YearSums, error) {
	all, err := y.Kinds()
	for kind, s := range changes {
		kind.ProjectID = ""
		all.Add(Kinds{kind: s}, 1)
	}
	y.Packed = packKinds(all)
	return y, err
}

// Entry is an entry that has everything of the kind but the time.
func (k MonthKind) Entry() timelog.Entry {
	e := timelog.Entry{ProjectID: k.ProjectID, Currency: k.Currency, IsBillable: k.IsBillable}
	if k.Rate > 0 {
		e.HourlyRate = new(int64(k.Rate - 1))
	}
	return e
}

// compare orders kinds by everything but their months, and then by these.
func (k MonthKind) compare(o MonthKind) int {
	return cmp.Or(cmp.Compare(k.ProjectID, o.ProjectID), cmp.Compare(k.Currency, o.Currency),
		compareBools(k.IsBillable, o.IsBillable), cmp.Compare(k.Rate, o.Rate), cmp.Compare(k.Month, o.Month))
}

// in is the kind in another month.
func (k MonthKind) in(m domain.Month) MonthKind {
	k.Month = m
	return k
}

// The packed form has for all that kinds of several months have in common: 1 and the 16 bytes of the project or 0, the
// length and the letters of the currency, whether it is billable, the rate and the number of months. For each month
// follow its number, and as varints the lines, seconds and amount.

func packKinds(all Kinds) (packed []byte) {
	kinds := slices.SortedFunc(maps.Keys(all), MonthKind.compare)
	for start := 0; start < len(kinds); {
		end := start
		for end < len(kinds) && kinds[end].in("") == kinds[start].in("") {
			end++
		}
		packed = kinds[start].appendTo(packed)
		packed = binary.AppendUvarint(packed, uint64(end-start))
		for _, kind := range kinds[start:end] {
			packed = append(packed, 10*(kind.Month[5]-'0')+kind.Month[6]-'0')
			s := all[kind]
			for _, n := range []int64{s.Lines, s.Seconds, s.Amount} {
				packed = binary.AppendUvarint(packed, uint64(n))
			}
		}
		start = end
	}
	return packed
}

// appendTo appends the packed form of all but the month.
func (k MonthKind) appendTo(packed []byte) []byte {
	if k.ProjectID == "" {
		packed = append(packed, 0)
	} else {
		id := uuid.MustParse(string(k.ProjectID)) // ids are UUIDs
		packed = append(append(packed, 1), id[:]...)
	}
	packed = append(append(packed, byte(len(k.Currency))), k.Currency...)
	packed = append(packed, map[bool]byte{true: 1}[k.IsBillable])
	return binary.AppendUvarint(packed, k.Rate)
}

func unpackKinds(year string, packed []byte) (Kinds, error) {
	all, u := Kinds{}, unpacker{rest: packed}
	for len(u.rest) > 0 && !u.failed {
		var kind MonthKind
		if u.bytes(1)[0] == 1 {
			kind.ProjectID = domain.ID(uuid.UUID(u.bytes(16)).String())
		}
		kind.Currency = domain.Currency(u.bytes(int(u.bytes(1)[0])))
		kind.IsBillable, kind.Rate = u.bytes(1)[0] == 1, u.number()
		for n := u.count(); n > 0 && !u.failed; n-- {
			month := domain.Month(dayOf(domain.Month(year), u.bytes(1)[0]))
			all[kind.in(month)] = KindSum{int64(u.number()), int64(u.number()), int64(u.number())}
		}
	}
	if u.failed {
		return nil, errPacked
	}
	return all, nil
}
