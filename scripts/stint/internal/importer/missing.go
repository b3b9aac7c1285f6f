package importer

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/when"
)

// coverage is the days and the people of a file: their time in these days is in it.
type coverage struct {
	from, to time.Time
	users    map[uuid.UUID]bool
}

// cover adds a row to what its file covers, and to the period of all files.
func (r *reading) cover(i item) {
	zone := r.to.options.Zone
	if i.from.IsZero() {
		zone = r.to.workspace.zone
	}
	day := r.to.dayOf(i)
	from, to := when.StartOfDay(day, zone), when.StartOfDay(day.AddDate(0, 0, 1), zone)
	c := &r.covered[i.file]
	c.from, c.to = first(c.from, from), latest(c.to, to)
	r.first, r.last = first(r.first, from), latest(r.last, to)
	if c.users == nil {
		c.users = map[uuid.UUID]bool{}
	}
	c.users[i.user], r.users[i.user] = true, true
}

// first is the earlier of two times, of which the first may be zero.
func first(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

func latest(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{a, b}, time.Time.Compare) }

// findMissing finds the entries of former imports that the files should have and do not have.
func (m *matching) findMissing() {
	for id, k := range m.known {
		if m.rowIDs[id] || k.seconds < 0 {
			continue
		}
		m.to.workspace.addTo(m.others, k.entry)
		switch {
		case m.leftOutIDs[id] || !m.files.isCovered(k):
		case m.files.unread.mayHave(k, m.to.options.Zone, m.to.workspace.zone):
			m.kept++
		default:
			m.missing = append(m.missing, row{
				item: item{line: "entry of " + k.start.In(m.to.workspace.zone).Format(time.DateTime), id: id, user: k.user,
					seconds: k.seconds, from: k.start},
				request: bulkRow{Project: &k.project}, isDelete: true, amount: k.amount,
				version: k.version,
			})
			m.to.plan.Missing.Entries++
			m.to.plan.Missing.Seconds += k.seconds
		}
	}
	slices.SortFunc(m.missing, func(a, b row) int { return a.from.Compare(b.from) })
}

func (r *reading) isCovered(k knownEntry) bool {
	return slices.ContainsFunc(r.covered, func(c coverage) bool {
		return c.users[k.user] && !k.start.Before(c.from) && k.start.Before(c.to)
	})
}

// unread is what is known of the rows that are left out before it is known which entries they are.
type unread struct {
	days  map[personDay]bool // uuid.Nil is for any person
	isAny bool               // the day of a row is not known
}

// noteUnread keeps the entries of former imports that may be the one of a row that is left out.
func (r *reading) noteUnread(i item) {
	day := i.Day
	if !i.Start.IsZero() {
		day = i.Start.In(r.to.options.Zone)
	}
	switch {
	case i.refused.IsTotal:
	case day.IsZero():
		r.unread.isAny = true
	default:
		r.unread.days[personDayOf(i.user, day)] = true
	}
	if i.Key != "" {
		r.leftOutIDs[r.to.ids.entryID(i.Key)] = true
	}
}

// mayHave reports whether an entry may be the one of a row that is left out. Entries without clock times
// have their day in the zone of the workspace, and others in the one of the files.
func (u unread) mayHave(k knownEntry, zones ...*time.Location) bool {
	return u.isAny || slices.ContainsFunc(zones, func(zone *time.Location) bool {
		day := k.start.In(zone)
		return u.days[personDayOf(k.user, day)] || u.days[personDayOf(uuid.Nil, day)]
	})
}

// movedProjects are projects that no row has any more and whose entries all look like rows of other
// projects: they were renamed, or moved as a whole. If only some do, the files are about other
// projects.
func (m *matching) movedProjects(known map[group][]uuid.UUID) map[uint64]bool {
	left := map[uint64]int{}
	for id, k := range m.known {
		if !m.rowIDs[id] && !m.files.projects[k.fingerprint.project] {
			left[k.fingerprint.project]++
		}
	}
	if len(left) == 0 {
		return nil
	}
	for g, rows := range m.files.candidates.groups {
		fingerprints := m.fingerprintsOfKnown(known[g])
		for _, at := range pair(fingerprintsOf(rows), fingerprints,
			levels(rows[0].isDayOnly, func(uint64) bool { return true }, m.files.hasProject)) {
			if at >= 0 {
				left[fingerprints[at].project]--
			}
		}
	}
	moved := map[uint64]bool{}
	for project, n := range left {
		moved[project] = n == 0
	}
	return moved
}
