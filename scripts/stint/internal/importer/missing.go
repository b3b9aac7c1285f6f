package importer

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// coverage is the days and the people of a file: their time in these days is in it.
type coverage struct {
	from, to time.Time
	users    map[uuid.UUID]bool
}

// cover adds a row to what its file covers, and to the period of all files.
func (x *Import) cover(i item) {
	zone := x.options.Zone
	if i.from.IsZero() {
		zone = x.place.zone
	}
	day := x.dayOf(i)
	from, to := startOf(day, zone), startOf(day.AddDate(0, 0, 1), zone)
	c := &x.covered[i.file]
	c.from, c.to = first(c.from, from), latest(c.to, to)
	x.from, x.to = first(x.from, from), latest(x.to, to)
	if c.users == nil {
		c.users = map[uuid.UUID]bool{}
	}
	c.users[i.user], x.users[i.user] = true, true
}

// first is the earlier of two times, of which the first may be zero.
func first(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

// findMissing finds the entries of former imports that the files should have and do not have.
func (x *Import) findMissing() {
	for id, k := range x.known {
		if x.ids[id] || k.seconds < 0 {
			continue
		}
		w := k.written()
		x.others.add(x.keyOf(w.user, w.project, w.start), w.seconds, w.amount)
		if !x.kept[id] && x.isCovered(k) {
			x.missing = append(x.missing, row{
				item:    item{line: "entry of " + w.start.In(x.place.zone).Format(time.DateTime), id: id, user: w.user, seconds: w.seconds, from: w.start},
				project: w.project, isDelete: true, amount: w.amount,
			})
			x.Plan.Missing.Entries++
			x.Plan.Missing.Seconds += w.seconds
		}
	}
	slices.SortFunc(x.missing, func(a, b row) int { return a.from.Compare(b.from) })
}

func (x *Import) isCovered(k knownEntry) bool {
	start := time.Unix(k.start, 0)
	return slices.ContainsFunc(x.covered, func(c coverage) bool {
		return c.users[k.user] && !start.Before(c.from) && start.Before(c.to)
	})
}
