package importer

import "slices"

// maxArchived bounds the archived projects that the notes name.
const maxArchived = 10

// noteArchived warns of new time that the service will refuse.
func (x *Import) noteArchived() {
	var all []string
	for _, r := range x.catalog.projects {
		if r.archived && x.newOn[r.hash()] {
			all = append(all, r.label)
		}
	}
	slices.Sort(all)
	for _, label := range all[:min(len(all), maxArchived)] {
		x.notef("The project %s is archived: new time on it is refused.", label)
	}
	if more := len(all) - maxArchived; more > 0 {
		x.notef("More projects of new time are archived: %d. New time on them is refused, too.", more)
	}
}
