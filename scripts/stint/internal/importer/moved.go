package importer

import "github.com/google/uuid"

// movedProjects are projects that no row has any more and whose entries all look like rows of other
// projects: they were renamed, or moved as a whole. If only some do, the files are about other
// projects.
func (x *Import) movedProjects(known map[group][]uuid.UUID) map[uint64]bool {
	left := map[uint64]int{}
	for id, k := range x.known {
		if !x.ids[id] && !x.projects[k.fingerprint.project] {
			left[k.fingerprint.project]++
		}
	}
	if len(left) == 0 {
		return nil
	}
	for g, rows := range x.groups {
		fingerprints := x.fingerprintsOfKnown(known[g])
		for _, at := range pair(fingerprintsOf(rows), fingerprints, x.levels(rows[0].isLaid, func(uint64) bool { return true })) {
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

// archivedProjects are the projects in the files to which no entry moves, because they are archived.
func (x *Import) archivedProjects() map[uint64]bool {
	all := map[uint64]bool{}
	for _, r := range x.catalog.projects {
		if r.exists() && r.archived {
			all[r.hash()] = true
		}
	}
	return all
}
