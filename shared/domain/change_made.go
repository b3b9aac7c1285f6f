package domain

// These times decide whether a former viewer may have seen a record.

// Made is when the project was made.
func (p Project) Made() OrderedInstant { return OrderedInstant{p.CreatedAt, p.ID} }

// Made is when the project member was added. It has no id.
func (m ProjectMember) Made() OrderedInstant { return OrderedInstant{At: m.AddedAt} }

// Made is when the task was made.
func (t Task) Made() OrderedInstant { return OrderedInstant{t.CreatedAt, t.ID} }

// Made is when the invitation was made.
func (i Invitation) Made() OrderedInstant { return OrderedInstant{i.CreatedAt, i.ID} }

// Made is when the submission was submitted first.
func (s Submission) Made() OrderedInstant {
	if s.FirstSubmittedAt != nil {
		return OrderedInstant{*s.FirstSubmittedAt, s.ID}
	}
	return OrderedInstant{s.SubmittedAt, s.ID}
}

// Made is when the first entry with the id was made.
func (e Entry) Made() OrderedInstant {
	if e.FirstMade != nil {
		return *e.FirstMade
	}
	return OrderedInstant{e.CreatedAt, e.ID}
}
