package store

import (
	"stint/shared/domain"
	"stint/shared/table"
)

// changeRefs are the records that are shown with changed records or decide who sees them.
type changeRefs struct {
	w, viewer                        domain.ID
	projects, users, inviters, locks []domain.ID
	submissions                      []domain.Submission
}

func (r *changeRefs) add(x Changed) {
	switch {
	case x.Mark != nil:
		r.projects = append(append(r.projects, x.Mark.ProjectID), domain.StayedOn(x.Mark.ProjectStays)...)
		if x.Type == domain.ChangeProject {
			r.projects = append(r.projects, x.Mark.ID)
		}
	case x.Entry != nil:
		r.projects = append(append(r.projects, x.Entry.ProjectID), domain.StayedOn(x.Entry.ProjectStays)...)
		r.locks = append(r.locks, domain.StampedSubmissionIDs(*x.Entry)...)
	case x.Project != nil:
		r.projects = append(r.projects, x.Project.ID)
	case x.ProjectMember != nil:
		r.projects = append(r.projects, x.ProjectMember.ProjectID)
		r.users = append(r.users, x.ProjectMember.UserID)
	case x.Task != nil:
		r.projects = append(r.projects, x.Task.ProjectID)
	case x.Member != nil:
		r.users = append(r.users, x.Member.UserID)
	case x.Invitation != nil:
		r.inviters = append(r.inviters, x.Invitation.InviterID)
	case x.Submission != nil:
		r.projects = append(append(r.projects, x.Submission.Projects()...), domain.StayedOn(x.Submission.ProjectStays)...)
		r.submissions = append(r.submissions, *x.Submission)
	}
}

func (r *changeRefs) keys() (keys []table.Key) {
	for _, id := range r.projects {
		if id != "" {
			keys = append(keys, projectKey(r.w, id), projectMemberKey(r.w, id, r.viewer))
		}
	}
	for _, id := range r.users {
		keys = append(keys, profileKey(id))
	}
	for _, id := range r.inviters {
		keys = append(keys, memberKey(r.w, id))
	}
	for _, id := range r.locks {
		keys = append(keys, submissionKey(r.w, id))
	}
	for _, sub := range r.submissions {
		keys = append(keys, linesKey(r.w, sub.ID, sub.Round))
		for _, l := range sub.Lines {
			if l.DecisionVersion != 0 {
				keys = append(keys, eventKey(r.w, sub.ID, l.DecisionVersion))
			}
		}
	}
	return keys
}

// context decodes what was found, marks among it.
func (r *changeRefs) context(found table.Items) (c ChangeContext, err error) {
	c.Projects, c.Sights = map[domain.ID]domain.ProjectAccess{}, map[domain.ID]domain.ProjectSight{}
	for _, id := range r.projects {
		if err := r.addProject(&c, found, id); err != nil {
			return c, err
		}
	}
	records, err := Refs{Users: r.users, Members: r.inviters, Locks: r.locks}.records(found, r.w)
	c.Users, c.Inviters, c.Locks = records.Users, records.Members, records.Locks
	return c, err
}

func (r *changeRefs) addProject(c *ChangeContext, found table.Items, id domain.ID) error {
	project, mark, err := recordOrMark[domain.Project](found, projectKey(r.w, id))
	if err != nil {
		return err
	}
	member, memberMark, err := recordOrMark[domain.ProjectMember](found, projectMemberKey(r.w, id, r.viewer))
	c.Sights[id] = domain.ProjectSightOf(project, mark, member, memberMark)
	if project != nil {
		c.Projects[id] = domain.ProjectAccess{Project: *project, Membership: member}
	}
	return err
}

// recordOrMark decodes the record or the mark under a key; both are nil when there is
// neither.
func recordOrMark[T any](found table.Items, k table.Key) (*T, *domain.DeletionMark, error) {
	it, ok := found[k]
	if !ok {
		return nil, nil, nil
	}
	mark, deleted, err := table.MarkOf[domain.DeletionMark](it)
	if deleted {
		return nil, &mark, err
	}
	record, err := decodePointer[T](it)
	return record, nil, err
}
