package importer

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
)

// identify decides which entry each row is, and which entries of former imports no row is.
func (x *matching) identify(context.Context) error {
	known := x.knownByGroup()
	moved := x.movedProjects(known)
	for g, rows := range x.files.candidates.groups {
		x.identifyGroup(g, rows, known[g], func(p uint64) bool { return moved[p] || x.files.hasProject(p) })
	}
	archived := x.files.catalog.archivedProjects()
	for i := range x.files.candidates {
		switch c := &x.files.candidates[i]; {
		case c.barred:
			x.leftOutIDs[c.id] = true
		case c.dropped == "":
			x.rowIDs[c.id] = true
			x.countEntry(c, archived)
		}
	}
	x.findMissing()
	return nil
}

// knownByGroup are the entries of former imports that may be rows without ids: those that were
// rows of the group, and those of other imports in its day.
func (x *matching) knownByGroup() map[group][]uuid.UUID {
	known := map[group][]uuid.UUID{}
	for i := range x.files.candidates {
		if g := x.files.candidates[i].group; g != 0 {
			known[g] = nil
		}
	}
	for id, k := range x.known {
		if x.rowIDs[id] || x.leftOutIDs[id] {
			continue
		}
		g := groupOfID(id)
		if _, ok := known[g]; !ok {
			g = x.to.groupOfEntry(k)
		}
		if _, ok := known[g]; ok {
			known[g] = append(known[g], id)
		}
	}
	return known
}

// groupOfEntry is the group of rows on the day of an entry.
func (x *destination) groupOfEntry(k knownEntry) group {
	zone := x.options.Zone
	if !x.options.Source.HasClock {
		zone = x.workspace.zone
	}
	return x.ids.groupOf(k.user, k.start.In(zone), !x.options.Source.HasClock)
}

func (x *reading) hasProject(project uint64) bool { return x.projects[project] }

func (x *matching) fingerprintsOfKnown(ids []uuid.UUID) (all []fingerprint) {
	for _, id := range ids {
		all = append(all, x.known[id].as)
	}
	return all
}

// identifyGroup gives the rows of a group their entries. A row that is none of a former import gets
// the first id that is free.
func (x *matching) identifyGroup(g group, rows []*candidate, known []uuid.UUID, follows func(uint64) bool) {
	slices.SortFunc(known, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	taken := map[uuid.UUID]bool{}
	for _, id := range known {
		taken[id] = true
	}
	known = slices.DeleteFunc(known, func(id uuid.UUID) bool { return x.known[id].user != *rows[0].who.User })
	if rows[0].isDayOnly {
		for _, id := range known {
			x.keepTime(x.known[id])
		}
	}
	ordinal := 0
	all := levels(rows[0].isDayOnly, follows, x.files.hasProject)
	for i, at := range pair(fingerprintsOf(rows), x.fingerprintsOfKnown(known), all) {
		if at >= 0 {
			rows[i].id = known[at]
			continue
		}
		for taken[x.to.ids.rowID(g, ordinal)] {
			ordinal++
		}
		rows[i].id = x.to.ids.rowID(g, ordinal)
		ordinal++
	}
}

// keepTime keeps the time of an entry without a clock time.
func (x *matching) keepTime(k knownEntry) {
	if k.seconds >= 0 {
		x.dayEnds.keep(k.user, k.start.In(x.to.workspace.zone), k.end())
	}
}

// countEntry adds the entry of a row to the plan. archived are the projects that take no new time.
func (x *matching) countEntry(c *candidate, archived map[uint64]bool) {
	p := &x.to.plan.Entries
	p.Total++
	p.Seconds += c.seconds
	k, isKnown := x.known[c.id]
	if isKnown && c.group == 0 && c.isDayOnly {
		x.keepTime(k)
	}
	switch {
	case !isKnown:
		p.New++
		x.newEntries[c.fingerprint.project] = true
	case k.as.isAsIn(c.fingerprint), c.isDayOnly && k.as.isAsInButStart(c.fingerprint) && x.to.isOnDayOf(k, c):
		p.Unchanged++
	default:
		p.Changed++
	}
	switch {
	case isKnown && k.user != *c.who.User:
		x.ofOthers++
	case isKnown && c.group != 0 && x.to.here.names[k.project] != "" && !x.files.projects[k.as.project] &&
		!archived[c.project]:
		x.moved++
	}
}

// isOnDayOf reports whether an entry is on the day of a row without a clock time.
func (x *destination) isOnDayOf(k knownEntry, c *candidate) bool {
	on := func(at time.Time) personDay { return dayOf(k.user, at.In(x.workspace.zone)) }
	return on(k.start) == on(time.Unix(c.start, 0))
}
