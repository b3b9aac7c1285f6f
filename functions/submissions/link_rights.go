package submissions

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
	"stint/shared/limits"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// linkParent is the submission in the path of a client link. Its permissions
// differ from those of the submission itself.
type linkParent struct{ submission }

// loadLinkParent reads the submission in the path. Errors: not_found.
func (f *Family) loadLinkParent(ctx context.Context, r *route.Request) (linkParent, error) {
	s, err := f.loadSubmission(ctx, r)
	return linkParent{s}, err
}

// Authorize allows links for owners, admins, and users who manage all projects of
// the submission. Analysts may read them. Errors: forbidden role_insufficient.
func (s linkParent) Authorize(c auth.Caller, _ auth.Permission) error {
	if c.Role() != people.RoleUser { // the route has already limited analysts to reading
		return nil
	}
	for _, l := range s.Lines {
		if !s.viewer.Managed[l.ProjectID] {
			return problem.Forbidden(problem.RoleInsufficient)
		}
	}
	return nil
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

// checkMailer refuses to mail a client for a caller whose own address is unproven, where
// the instance requires a proof. A link that its maker delivers mails nobody. Errors:
// forbidden with email_not_verified.
func checkMailer(r *route.Request, by timesheets.LinkDelivery) error {
	if by == timesheets.DeliverSelf {
		return nil
	}
	return r.RequireProvenEmail(r.User)
}

// countLinkMail counts the mail of a link, if it has one. Errors: rate_limited.
func (f *Family) countLinkMail(ctx context.Context, r *route.Request, link timesheets.ClientLink) error {
	if link.Delivery == timesheets.DeliverSelf {
		return nil
	}
	return f.mail.Count(ctx, limits.Sending{Kind: domain.MailClientLink, To: link.Email, SenderID: r.User.ID,
		WorkspaceID: r.WorkspaceID()})
}
