package importer

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
)

// identify finds the entry of each row, then the entries of former imports that have no row.
func (m *matching) identify(context.Context) error {
	known := m.knownByGroup()
	moved := m.movedProjects(known)
	follows := func(project uint64) bool { return moved[project] || m.files.hasProject(project) }
	for g, rows := range m.files.candidates.groups {
		m.identifyGroup(g, rows, known[g], follows)
	}
	archived := m.files.catalog.archivedProjects()
	for i := range m.files.candidates {
		switch c := &m.files.candidates[i]; {
		case c.barred:
			m.leftOutIDs[c.id] = true
		case c.dropped == "":
			m.rowIDs[c.id] = true
			if c.group == 0 && c.isDayOnly {
				m.keepTimes(c.id)
			}
			m.countEntry(c, archived)
		}
	}
	m.findMissing()
	return nil
}

// knownByGroup are the entries of former imports that rows without ids may stand for: those of the same group, and of
// other imports those of the same day.
func (m *matching) knownByGroup() map[group][]uuid.UUID {
	known := map[group][]uuid.UUID{}
	for i := range m.files.candidates {
		if g := m.files.candidates[i].group; g != 0 {
			known[g] = nil
		}
	}
	for id, k := range m.known {
		if m.rowIDs[id] || m.leftOutIDs[id] {
			continue
		}
		g := groupOfID(id)
		if _, ok := known[g]; !ok {
			g = m.to.groupOfEntry(k)
		}
		if _, ok := known[g]; ok {
			known[g] = append(known[g], id)
		}
	}
	return known
}

// groupOfEntry is the group of rows on the day of an entry.
func (d *destination) groupOfEntry(k knownEntry) group {
	zone := d.options.Zone
	if !d.options.Source.HasClock {
		zone = d.workspace.zone
	}
	return d.ids.groupOf(k.user, k.start.In(zone), !d.options.Source.HasClock)
}

func (r *reading) hasProject(project uint64) bool { return r.projects[project] }

func (m *matching) fingerprintsOfKnown(ids []uuid.UUID) (all []fingerprint) {
	for _, id := range ids {
		all = append(all, m.known[id].fingerprint)
	}
	return all
}

// identifyGroup gives the rows of a group their entries. A row that is none of a former import gets
// the first id that is free.
func (m *matching) identifyGroup(g group, rows []*candidate, known []uuid.UUID, follows func(uint64) bool) {
	slices.SortFunc(known, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	nextID := m.to.ids.freeIDs(g, known)
	own := slices.DeleteFunc(slices.Clone(known), func(id uuid.UUID) bool { return m.known[id].user != *rows[0].who.User })
	if rows[0].isDayOnly {
		m.keepTimes(own...)
	}
	all := levels(rows[0].isDayOnly, follows, m.files.hasProject)
	for i, entry := range pair(fingerprintsOf(rows), m.fingerprintsOfKnown(own), all) {
		if entry >= 0 {
			rows[i].id = own[entry]
		} else {
			rows[i].id = nextID()
		}
	}
}

// keepTimes keeps the times of entries without clock times that are there already.
func (m *matching) keepTimes(ids ...uuid.UUID) {
	for _, id := range ids {
		if k, isKnown := m.known[id]; isKnown && k.seconds >= 0 {
			m.dayEnds.keep(k.user, k.start.In(m.to.workspace.zone), k.end())
		}
	}
}

// countEntry adds the entry of a row to the plan. archived are the projects that take no new time.
func (m *matching) countEntry(c *candidate, archived map[uint64]bool) {
	p := &m.to.plan.Entries
	p.Total++
	p.Seconds += c.seconds
	k, isKnown := m.known[c.id]
	switch {
	case !isKnown:
		p.New++
		m.newEntries[c.fingerprint.project] = true
	case k.fingerprint.satisfies(c.fingerprint),
		c.isDayOnly && k.fingerprint.satisfiesButStart(c.fingerprint) && m.to.isOnDayOf(k, c):
		p.Unchanged++
	default:
		p.Changed++
	}
	switch {
	case isKnown && k.user != *c.who.User:
		m.ofOthers++
	case isKnown && c.group != 0 && m.to.records.names[k.project] != "" && !m.files.projects[k.fingerprint.project] &&
		!archived[c.project]:
		m.moved++
	}
}

// isOnDayOf reports whether an entry is on the day of a row without a clock time.
func (d *destination) isOnDayOf(k knownEntry, c *candidate) bool {
	on := func(at time.Time) personDay { return personDayOf(k.user, at.In(d.workspace.zone)) }
	return on(k.start) == on(time.Unix(c.start, 0))
}
