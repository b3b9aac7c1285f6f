package domain

import "slices"

// MaxManagedLinkProjects bounds the projects of a submission for which a manager
// makes a client link. The signature has the management of each as a condition,
// and one transaction takes no more.
const MaxManagedLinkProjects = 80

// IsKeptBy reports whether the maker may still make the link: they have lost no
// right in the workspace since, and still have the grants with which they made it as
// a manager. The grants are the maker's of today, by project.
func (l ClientLink) IsKeptBy(maker *Member, grants map[ID]ID) bool {
	if maker == nil || !maker.HasKept(l.MakerEpoch) {
		return false
	}
	for project, grant := range l.Grants {
		if today, ok := grants[project]; !ok || today != grant {
			return false
		}
	}
	return true
}

// LoseLinks is the submission with those links marked whose makers may not make
// them any more.
func (s Submission) LoseLinks(lost map[ID]bool) Submission {
	s.Links = slices.Clone(s.Links)
	for i, l := range s.Links {
		s.Links[i].Lost = lost[l.ID]
	}
	return s
}

// OpenLinks are the ids of the links that a client can sign, if their makers may
// still make them.
func (s Submission) OpenLinks(now Instant) []ID {
	var open []ID
	for _, l := range s.Links {
		if l.Status(s.Reopens, now) == LinkOpen {
			open = append(open, l.ID)
		}
	}
	return open
}
