package submissions

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/store"
	"stint/shared/store/timesheetdb"
)

// newContent makes the content of a link in canonical form. Errors: conflict if an
// entry was changed while it was read; validation range_too_long for more entries
// than a client can be shown.
func newContent(s timesheets.Submission, link timesheets.ClientLink, lines []timesheets.Line,
	from signing.ContentSources) ([]byte, error) {
	content := signing.NewContent(s, link, lines, from)
	switch {
	case !link.ShowEntries, s.Status() != timesheets.Approved: // writing refuses a submission that is not approved
	case content.HasTooManyEntries():
		return nil, problem.InvalidField("showEntries", problem.RangeTooLong)
	case !content.EntriesAddUp():
		return nil, timesheetdb.ErrSubmissionChanged
	}
	return content.Canonical(), nil
}

// grantsOf reads by which grants a user manages the projects of the submission. It is
// nil for owners and admins, who need none. Errors: forbidden role_insufficient for
// a user who does not manage one of them any more; conflict for a submission with
// more than timesheets.MaxManagedLinkProjects projects.
func (f *Family) grantsOf(ctx context.Context, r *route.Request,
	s timesheets.Submission) (map[domain.ID]domain.ID, error) {
	if r.Role() != people.RoleUser {
		return nil, nil
	}
	var refs store.Refs
	for _, l := range s.Lines {
		refs.ProjectMembers = append(refs.ProjectMembers, domain.ProjectMemberKey{Project: l.ProjectID, User: r.User.ID})
	}
	records, err := f.store.Records(ctx, r.WorkspaceID(), refs)
	if err != nil {
		return nil, err
	}
	grants := map[domain.ID]domain.ID{}
	for _, at := range refs.ProjectMembers {
		m := records.ProjectMembers[at]
		if !m.IsManager {
			return nil, problem.Forbidden(problem.RoleInsufficient)
		}
		grants[at.Project] = m.Grant
	}
	if len(grants) > timesheets.MaxManagedLinkProjects {
		return nil, problem.Conflict(problem.LimitReached,
			"The submission has too many projects for the link of a manager. An owner or admin can create it.")
	}
	return grants, nil
}
