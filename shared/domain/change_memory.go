package domain

import "slices"

// maxProjectStays is how many projects an entry or a submission remembers that it is or
// was on.
const maxProjectStays = 20

// ProjectStay is a project that an entry or a submission is or was on, and when it first
// came there. A record that never moved remembers no stays: it was made on its project.
type ProjectStay struct {
	ProjectID ID             `db:"pid"`
	Since     OrderedInstant `db:"since"`
}

// MoveTo is the entry on another project from now on, "" for none. It remembers both
// projects and when it came there. So the change feed shows their managers a delete when it
// leaves, and shows former managers nothing of what came later.
func (e Entry) MoveTo(project ID, now Instant) Entry {
	if project != e.ProjectID {
		e.ProjectStays = rememberProject(e.ProjectStays, e.ProjectID, e.Made())
		e.ProjectStays = rememberProject(e.ProjectStays, project, *OrderedNow(now))
	}
	e.ProjectID = project
	return e
}

// RememberProjects is the submission with the projects that it is and was on, after a change
// of its lines. was is the submission before the change; nil for a new one.
func (s Submission) RememberProjects(was *Submission, now Instant) Submission {
	if was == nil {
		return s
	}
	made := was.Made()
	s.FirstSubmittedAt, s.ProjectStays = &made.At, was.ProjectStays
	before, after := was.Projects(), s.Projects()
	for _, id := range before {
		if !slices.Contains(after, id) {
			s.ProjectStays = rememberProject(s.ProjectStays, id, made)
		}
	}
	for _, id := range after {
		if !slices.Contains(before, id) {
			s.ProjectStays = rememberProject(s.ProjectStays, id, *OrderedNow(now))
		}
	}
	return s
}

// Stays are the stays of a deleted entry, for an entry that is made again with its id.
func (m DeletionMark) Stays() []ProjectStay {
	return rememberProject(m.ProjectStays, m.ProjectID, m.WhenMade())
}

// Projects lists the projects of the lines, each once.
func (s Submission) Projects() (all []ID) {
	for _, l := range s.Lines {
		if l.ProjectID != "" && !slices.Contains(all, l.ProjectID) {
			all = append(all, l.ProjectID)
		}
	}
	return all
}

// StayedOn lists the projects of stays.
func StayedOn(stays []ProjectStay) []ID {
	all := make([]ID, len(stays))
	for i, s := range stays {
		all[i] = s.ProjectID
	}
	return all
}

// rememberProject puts a project at the end of a list, once, and drops the oldest one of too
// many. A project that is in the list already keeps its first time.
func rememberProject(stays []ProjectStay, id ID, since OrderedInstant) []ProjectStay {
	if id == "" {
		return stays
	}
	if i := slices.Index(StayedOn(stays), id); i >= 0 {
		since = stays[i].Since
		stays = slices.Delete(slices.Clone(stays), i, i+1)
	}
	stays = append(slices.Clip(stays), ProjectStay{id, since})
	return stays[max(0, len(stays)-maxProjectStays):]
}

// withPresent adds projects of a record that are not among its stays: it was made on them. If
// the list of stays is full, this is not certain, and nothing is added.
func withPresent(stays []ProjectStay, projects []ID, made OrderedInstant) []ProjectStay {
	if len(stays) == maxProjectStays {
		return stays
	}
	known, all := StayedOn(stays), slices.Clip(stays)
	for _, id := range projects {
		if !slices.Contains(known, id) {
			all = append(all, ProjectStay{id, made})
		}
	}
	return all
}
