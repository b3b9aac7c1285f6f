package domain

import "slices"

// maxPastProjects is how many projects an entry or a submission remembers that it was on
// before.
const maxPastProjects = 20

// MoveTo is the entry on another project, "" for none. It remembers the project that it
// leaves, so that its managers learn from the change feed that it is gone from there.
func (e Entry) MoveTo(project ID) Entry {
	if project != e.ProjectID {
		e.PastProjects = rememberProject(e.PastProjects, e.ProjectID)
	}
	e.ProjectID = project
	return e
}

// RememberProjects is the submission with the projects of its lines before; was is nil for
// a new one.
func (s Submission) RememberProjects(was *Submission) Submission {
	if was == nil {
		return s
	}
	s.PastProjects = was.PastProjects
	now := s.Projects()
	for _, id := range was.Projects() {
		if !slices.Contains(now, id) {
			s.PastProjects = rememberProject(s.PastProjects, id)
		}
	}
	return s
}

// Projects are those that a deleted entry was on, for one that is made again with its id.
func (m DeletionMark) Projects() []ID { return rememberProject(m.PastProjects, m.ProjectID) }

// Projects lists the projects of the lines, each once.
func (s Submission) Projects() (all []ID) {
	for _, l := range s.Lines {
		if l.ProjectID != "" && !slices.Contains(all, l.ProjectID) {
			all = append(all, l.ProjectID)
		}
	}
	return all
}

// rememberProject adds a project to the end of a list, once, and drops the oldest of too
// many.
func rememberProject(past []ID, id ID) []ID {
	if id == "" {
		return past
	}
	past = slices.DeleteFunc(slices.Clone(past), func(other ID) bool { return other == id })
	past = append(past, id)
	return past[max(0, len(past)-maxPastProjects):]
}
