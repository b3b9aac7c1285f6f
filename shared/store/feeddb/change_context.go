package feeddb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timesheets"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/timesheetdb"
	"stint/shared/table"
)

// ChangeContext is what decides how a viewer sees changed records, and the other records that
// are shown with them.
type ChangeContext struct {
	Projects    map[domain.ID]projects.ProjectAccess // with the viewer's membership; without deleted ones
	Sights      map[domain.ID]feed.ProjectSight
	Users       map[domain.ID]people.User
	Inviters    map[domain.ID]people.Member
	Locks       timesheets.Locks
	LockRows    map[domain.ID]ChangeRow                     // of the submissions in Locks: the rows of their last writes
	Submissions map[domain.ID]timesheetdb.SubmissionDetails // without those that were changed since they were read
}

// ChangeContext reads the context of changed records, strongly consistent: one batch read
// for 100 records, and two more for open client links. For a viewer who sees all, projects are read only where they
// are shown, and there are no memberships and no sights.
func (s *Store) ChangeContext(
	ctx context.Context, w domain.ID, viewer feed.ChangeViewer, all []Changed,
) (c ChangeContext, err error) {
	defer core.Wrap(&err, "ChangeContext", w, viewer.UserID)
	refs := changeRefs{w: w, viewer: viewer}
	for _, x := range all {
		refs.add(x)
	}
	found, err := s.Table.BatchGetMarks(ctx, refs.keys()...)
	if err != nil {
		return c, err
	}
	if c, err = refs.context(found); err != nil {
		return c, err
	}
	c.Submissions, err = s.changedSubmissions(ctx, w, found, refs.submissions)
	return c, err
}

// changedSubmissions adds the lines and the decisions to submissions. It leaves out those
// that were changed since they were read.
func (s *Store) changedSubmissions(
	ctx context.Context, w domain.ID, found table.Items, subs []timesheets.Submission,
) (map[domain.ID]timesheetdb.SubmissionDetails, error) {
	subs, err := s.sheets.WithLostLinks(ctx, w, subs)
	if err != nil {
		return nil, err
	}
	all := make(map[domain.ID]timesheetdb.SubmissionDetails, len(subs))
	for _, sub := range subs {
		d, ok, err := submissionDetails(found, w, sub)
		if err != nil {
			return nil, err
		}
		if ok {
			all[sub.ID] = d
		}
	}
	return all, nil
}

// submissionDetails takes the lines and the decisions of a submission from what was found. ok is
// false if they are those of another round.
func submissionDetails(
	found table.Items, w domain.ID, sub timesheets.Submission,
) (d timesheetdb.SubmissionDetails, ok bool, err error) {
	lines, ok, err := table.Lookup[timesheetdb.RoundLines](found, key.Lines(w, sub.ID, sub.Round))
	if err != nil || !ok || len(lines.Lines) != len(sub.Lines) {
		return d, false, err
	}
	d = timesheetdb.SubmissionDetails{Submission: sub, Totals: lines.Lines, Events: map[int64]timesheets.SubmissionEvent{}}
	for _, l := range sub.Lines {
		if l.DecisionVersion == 0 {
			continue
		}
		if d.Events[l.DecisionVersion], _, err = table.Lookup[timesheets.SubmissionEvent](found,
			key.Event(w, sub.ID, l.DecisionVersion)); err != nil {
			return d, false, err
		}
	}
	return d, true, nil
}

// changeRefs are the records that are shown with changed records or decide who sees them.
type changeRefs struct {
	w                      domain.ID
	viewer                 feed.ChangeViewer
	projects               []domain.ID // that are shown, or that say what must not be shown
	users, inviters, locks []domain.ID
	submissions            []timesheets.Submission
}

// addSights adds projects that decide only whether the viewer sees a record, and its rates.
func (r *changeRefs) addSights(projects []domain.ID, stays []domain.ProjectStay) {
	if !r.viewer.SeesAll() {
		r.projects = append(append(r.projects, projects...), domain.StayedOn(stays)...)
	}
}

func (r *changeRefs) add(x Changed) {
	switch {
	case x.Mark != nil:
		r.addSights([]domain.ID{x.Mark.ProjectID}, x.Mark.ProjectStays)
		if x.Type == feed.ChangeProject {
			r.addSights([]domain.ID{x.Mark.ID}, nil)
		}
	case x.Entry != nil:
		r.addSights([]domain.ID{x.Entry.ProjectID}, x.Entry.ProjectStays)
		r.locks = append(r.locks, timesheets.StampedSubmissionIDs(*x.Entry)...)
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
		r.addSights(x.Submission.Projects(), x.Submission.ProjectStays)
		r.submissions = append(r.submissions, *x.Submission)
	}
}

func (r *changeRefs) keys() (keys []table.Key) {
	for _, id := range r.projects {
		if id != "" {
			keys = append(keys, key.Project(r.w, id))
		}
		if id != "" && !r.viewer.SeesAll() {
			keys = append(keys, key.ProjectMember(r.w, id, r.viewer.UserID))
		}
	}
	for _, id := range r.users {
		keys = append(keys, key.Profile(id))
	}
	for _, id := range r.inviters {
		keys = append(keys, key.Member(r.w, id))
	}
	for _, id := range r.locks {
		keys = append(keys, key.Submission(r.w, id))
	}
	for _, sub := range r.submissions {
		keys = append(keys, key.Lines(r.w, sub.ID, sub.Round))
		for _, l := range sub.Lines {
			if l.DecisionVersion != 0 {
				keys = append(keys, key.Event(r.w, sub.ID, l.DecisionVersion))
			}
		}
	}
	return keys
}

// context decodes what was found, marks among it.
func (r *changeRefs) context(found table.Items) (c ChangeContext, err error) {
	c.Projects, c.Sights = map[domain.ID]projects.ProjectAccess{}, map[domain.ID]feed.ProjectSight{}
	for _, id := range r.projects {
		if err := r.addProject(&c, found, id); err != nil {
			return c, err
		}
	}
	records, err := core.Refs{Users: r.users, Members: r.inviters, Locks: r.locks}.Decode(found, r.w)
	c.Users, c.Inviters, c.Locks = records.Users, records.Members, records.Locks
	c.LockRows = map[domain.ID]ChangeRow{}
	for id := range c.Locks {
		k := key.Submission(r.w, id)
		c.LockRows[id] = ChangeRow{Key: k, Moment: table.MomentOf(found[k])}
	}
	return c, err
}

func (r *changeRefs) addProject(c *ChangeContext, found table.Items, id domain.ID) error {
	project, mark, err := core.RecordOrMark[projects.Project](found, key.Project(r.w, id))
	if err != nil {
		return err
	}
	member, memberMark, err := core.RecordOrMark[projects.ProjectMember](found,
		key.ProjectMember(r.w, id, r.viewer.UserID))
	c.Sights[id] = feed.ProjectSightOf(project, mark, member, memberMark)
	if project != nil {
		c.Projects[id] = projects.ProjectAccess{Project: *project, Membership: member}
	}
	return err
}
