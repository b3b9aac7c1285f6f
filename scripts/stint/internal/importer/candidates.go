package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/google/uuid"
)

// candidate is a row of the files, in a few bytes, until it is known which entry it is.
type candidate struct {
	fingerprint
	group     group          // 0 for a row with an id of the source
	id        uuid.UUID      // of its entry; of a row without an id in the source the matching finds it
	who       *PlannedPerson // in the files
	file      int32
	line      int32
	isDayOnly bool
	dropped   string // why it is left out; "" if it is not
	barred    bool   // it is left out because the key may not write it; it keeps the entry of a former import
}

// candidates are the rows of the files, in their order.
type candidates []candidate

// errFilesChanged ends an import whose files are not the same with each reading.
var errFilesChanged = errors.New("the files changed while they were read: run the same command again")

// addCandidate notes a row that is imported.
func (r *reading) addCandidate(i item) {
	// #nosec G115 -- lines of a file
	c := candidate{fingerprint: r.catalog.fingerprintOf(i), who: r.workers.note(i.Person, new(i.user), i.seconds),
		file: i.file, line: int32(i.Line), isDayOnly: i.from.IsZero()}
	r.noteOwn(i)
	if i.Invoice != "" {
		r.to.plan.Invoiced++
	}
	if i.Key != "" {
		c.id = r.to.ids.entryID(i.Key)
	} else {
		c.group = r.to.ids.groupOf(i.user, r.to.dayOf(i), c.isDayOnly)
	}
	r.projects[c.project] = true
	r.candidates = append(r.candidates, c)
}

// dayOf is the day of a row, in the zone of the files.
func (d *destination) dayOf(i item) time.Time {
	if i.from.IsZero() {
		return i.Day
	}
	return i.from.In(d.options.Zone)
}

// groups are the rows of each group, in an order that does not depend on the one in the files.
func (list candidates) groups(yield func(group, []*candidate) bool) {
	var all []*candidate
	for i := range list {
		if c := &list[i]; c.group != 0 && c.dropped == "" {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(a.file, b.file), a.compare(b.fingerprint))
	})
	for rows := range runs(all, func(c *candidate) group { return c.group }) {
		if !yield(rows[0].group, rows) {
			return
		}
	}
}

// runs are the parts of a sorted list that have the same key.
func runs[T any, K comparable](all []T, key func(T) K) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for from, to := 0, 0; from < len(all); from = to {
			for to = from; to < len(all) && key(all[to]) == key(all[from]); to++ {
			}
			if !yield(all[from:to]) {
				return
			}
		}
	}
}

func (f fingerprint) compare(other fingerprint) int {
	return cmp.Or(cmp.Compare(f.start, other.start), cmp.Compare(f.content, other.content),
		cmp.Compare(f.seconds, other.seconds), cmp.Compare(f.rate, other.rate), cmp.Compare(f.billable, other.billable))
}

// leaveOutRow takes a row out of the plan, and says why.
func (d *destination) leaveOutRow(c *candidate, reason string) {
	c.who.Entries--
	c.who.Seconds -= c.seconds
	leaveOut(&d.plan.LeftOut, reason, fmt.Sprintf("%s:%d", d.options.Files[c.file].Name(), c.line))
}

func fingerprintsOf(rows []*candidate) []fingerprint {
	all := make([]fingerprint, len(rows))
	for i, c := range rows {
		all[i] = c.fingerprint
	}
	return all
}

// The reasons of rows that are in the files more than once.
const (
	inFile      = "the same entry is in the files before"
	inLaterFile = "a file that was named later has the entry, too"
)

// dropRepeated leaves rows out that are in the files more than once.
func (r *reading) dropRepeated(context.Context) error {
	r.candidates.dropDoubles()
	if len(r.to.options.Files) > 1 {
		r.candidates.mergeFiles(r.hasProject)
	}
	if r.leaveOutDoubles() > 0 {
		if err := r.recount(); err != nil {
			return err
		}
	}
	r.rowIDs = make(map[uuid.UUID]bool, len(r.candidates))
	for i := range r.candidates {
		if c := &r.candidates[i]; c.group == 0 && c.dropped == "" {
			r.rowIDs[c.id] = true
		}
	}
	return nil
}

// dropDoubles leaves rows out whose id is in the files more than once. Of several files the last
// one counts, of rows in a file the first.
func (list candidates) dropDoubles() {
	seen := map[uuid.UUID]*candidate{}
	for i := range list {
		c := &list[i]
		if c.group != 0 {
			continue
		}
		switch before := seen[c.id]; {
		case before == nil:
		case before.file == c.file:
			c.dropped = inFile
			continue
		default:
			before.dropped = inLaterFile
		}
		seen[c.id] = c
	}
}

// mergeFiles leaves rows out that a later file has, too. hasProject says of which projects the files are.
func (list candidates) mergeFiles(hasProject func(project uint64) bool) {
	for _, rows := range list.groups {
		var all []*candidate
		for later := range runs(rows, func(c *candidate) int32 { return c.file }) {
			for _, before := range pairFiles(later, all, hasProject) {
				if before >= 0 {
					all[before].dropped = inLaterFile
				}
			}
			all = slices.DeleteFunc(all, func(c *candidate) bool { return c.dropped != "" })
			all = append(all, later...)
		}
	}
}

// pairFiles pairs the rows of a file with those of the files before. If a row is in both, the files
// overlap, and other rows of this day changed between them. Otherwise they may have different time.
func pairFiles(rows, before []*candidate, hasProject func(project uint64) bool) []int {
	if len(before) == 0 {
		return nil
	}
	dayOnly := rows[0].isDayOnly
	all := levels(dayOnly, hasProject, hasProject)
	a, b := fingerprintsOf(rows), fingerprintsOf(before)
	if slices.Max(pair(a, b, all[:1])) >= 0 {
		return pair(a, b, all)
	}
	return pair(a, b, surely(dayOnly))
}

// leaveOutDoubles names the rows that are in the files more than once.
func (r *reading) leaveOutDoubles() (left int) {
	for _, c := range r.candidates {
		if c.dropped != "" {
			left++
			r.to.leaveOutRow(&c, c.dropped)
		}
	}
	return left
}
