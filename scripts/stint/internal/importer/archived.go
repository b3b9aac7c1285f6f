package importer

// noteArchived warns of new time that the service will refuse.
func (x *Import) noteArchived() {
	var all []string
	for _, r := range x.catalog.projects {
		if r.archived && x.newOn[r.hash()] {
			all = append(all, r.label)
		}
	}
	named, more := firstNames(all)
	for _, label := range named {
		x.notef("The project %s is archived: new time on it is refused.", label)
	}
	if more > 0 {
		x.notef("More projects of new time are archived: %d. New time on them is refused, too.", more)
	}
}
