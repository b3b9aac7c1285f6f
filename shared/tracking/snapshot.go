package tracking

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/wire"
)

// RefsToSnapshot names what the snapshot of an entry is made from: its project with its
// owner's place in it, and the owner where that is not the caller, whose own
// membership is known.
func RefsToSnapshot(c auth.Caller, e domain.Entry) store.Refs {
	return ProjectRateRefs(e).Merge(memberRateRefs(c, e.UserID))
}

// ProjectRateRefs is the part of RefsToSnapshot that depends on what is worked on.
func ProjectRateRefs(e domain.Entry) (refs store.Refs) {
	if e.ProjectID != "" {
		refs.Projects = []domain.ID{e.ProjectID}
		refs.ProjectMembers = []domain.ProjectMemberKey{{Project: e.ProjectID, User: e.UserID}}
	}
	return refs
}

func memberRateRefs(c auth.Caller, user domain.ID) (refs store.Refs) {
	if user != c.User.ID {
		refs.Members = []domain.ID{user}
	}
	return refs
}

// Snapshot fixes what an entry is worth: when it is stopped, created or moved
// to another project, and never again by itself. What RefsToSnapshot names of it must
// have been read. A timer that runs on comes back as it is.
func (x *Resolved) Snapshot(e domain.Entry) domain.Entry {
	member := x.Members[e.UserID]
	if e.UserID == x.caller.User.ID {
		member = *x.caller.Member
	}
	return x.rates(e, member).Snapshot(e)
}

// rates are those that count for a member's entry.
func (x *Resolved) rates(e domain.Entry, m domain.Member) domain.Rates {
	return domain.Rates{
		ProjectMember: x.ProjectMembers[domain.ProjectMemberKey{Project: e.ProjectID, User: e.UserID}].HourlyRate,
		Project:       x.Projects[e.ProjectID].HourlyRate,
		Member:        m.HourlyRate,
		Billing:       *x.caller.Billing,
	}
}

// SnapshotEntry is Snapshot for one entry of a member who is at hand. Only time on
// a project costs a read.
func SnapshotEntry(ctx context.Context, reader Reader, c auth.Caller, m domain.Member, e domain.Entry) (domain.Entry, error) {
	x, err := Resolve(ctx, reader, c, ProjectRateRefs(e))
	if err != nil {
		return e, err
	}
	return x.rates(e, m).Snapshot(e), nil
}

// checkCanSetRate lets those set the own rate of an entry who see what time on its
// project is worth. A project that is wrong is told as such instead. Errors:
// forbidden role_insufficient.
func (x *Resolved) checkCanSetRate(project domain.ID, issues *wire.Issues) error {
	if x.Viewer().SeesRatesOn(project) || !issues.IsClean("projectId") || !issues.IsClean("taskId") {
		return nil
	}
	return problem.Forbidden(problem.RoleInsufficient)
}
