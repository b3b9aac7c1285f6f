package reports

import (
	"encoding/binary"
	"slices"

	"github.com/google/uuid"

	"stint/shared/domain"
)

// ReportMonth has the time of a user in a month, for summaries.
type ReportMonth struct {
	UserID     domain.ID    `db:"uid"`
	Month      domain.Month `db:"month"`
	Generation int64        `db:"gen"` // of the totals that it belongs to
	Packed     []byte       `db:"lines,omitempty"`
	IsTooLarge bool         `db:"big,omitempty"`  // its lines do not fit into an item, and are left out
	Sums       []byte       `db:"sums,omitempty"` // the sums of its kinds, if it is too large
}

// ReportForm is the number of the form in which lines are packed. Totals of another form
// are built again.
const ReportForm = 3

// The packed form has all numbers as varints:
//
//	number of ids, and for each id its 16 bytes
//	number of kinds, and for each kind: project, task, currency, billable, rate, number of tags, tags
//	for each day: day of the month, number of lines, and for each line: kind, seconds, amount
//
// A rate is one more than it is; 0 is none.
// An id is named by its place among the ids, from 1; 0 is none. A currency is its
// length and its letters.

// PackLines packs the lines of a month, which are in the order of their days.
func PackLines(lines []ReportLine) []byte {
	p := packer{ids: map[domain.ID]uint64{}, kinds: map[string]uint64{}}
	for start := 0; start < len(lines); {
		end := start
		for end < len(lines) && lines[end].Day == lines[start].Day {
			end++
		}
		p.addDay(lines[start:end])
		start = end
	}
	if len(lines) == 0 {
		return nil
	}
	return slices.Concat(counted(len(p.ids), p.idBytes), counted(len(p.kinds), p.kindBytes), p.dayBytes)
}

func counted(n int, content []byte) []byte {
	return append(binary.AppendUvarint(nil, uint64(n)), content...)
}

type packer struct {
	ids                          map[domain.ID]uint64
	kinds                        map[string]uint64
	idBytes, kindBytes, dayBytes []byte
}

func (p *packer) addDay(lines []ReportLine) {
	day := lines[0].Day
	p.dayBytes = append(p.dayBytes, 10*(day[8]-'0')+day[9]-'0')
	p.dayBytes = binary.AppendUvarint(p.dayBytes, uint64(len(lines)))
	for _, l := range lines {
		for _, n := range []uint64{p.kind(l), uint64(l.Seconds), uint64(l.Amount)} {
			p.dayBytes = binary.AppendUvarint(p.dayBytes, n)
		}
	}
}

// kind is the place of the line's kind among the kinds, from 0.
func (p *packer) kind(l ReportLine) uint64 {
	k := binary.AppendUvarint(nil, p.id(l.ProjectID))
	k = binary.AppendUvarint(k, p.id(l.TaskID))
	k = append(append(k, byte(len(l.Currency))), l.Currency...)
	k = append(k, map[bool]byte{true: 1}[l.IsBillable])
	k = binary.AppendUvarint(k, l.rateNumber())
	k = binary.AppendUvarint(k, uint64(len(l.TagIDs)))
	for _, tag := range l.TagIDs {
		k = binary.AppendUvarint(k, p.id(tag))
	}
	n, known := p.kinds[string(k)]
	if !known {
		n = uint64(len(p.kinds))
		p.kinds[string(k)], p.kindBytes = n, append(p.kindBytes, k...)
	}
	return n
}

func (p *packer) id(id domain.ID) uint64 {
	if id == "" {
		return 0
	}
	n, known := p.ids[id]
	if !known {
		parsed := uuid.MustParse(string(id)) // ids are UUIDs
		n = uint64(len(p.ids) + 1)
		p.ids[id], p.idBytes = n, append(p.idBytes, parsed[:]...)
	}
	return n
}
