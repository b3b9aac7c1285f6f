package tracking

import (
	"context"
	"slices"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/store"
)

// Viewer is a caller with what decides how an entry is shown to them: the projects
// that they manage, whose rates they see, and the submissions that may lock it.
type Viewer struct {
	auth.Caller
	Managed map[domain.ID]bool
	Locks   domain.Locks
}

// SeesRatesOn reports whether the viewer sees rates and amounts of time on a
// project; "" is time on none.
func (v Viewer) SeesRatesOn(project domain.ID) bool { return v.SeesRates() || v.Managed[project] }

// SeesSubmission reports whether the viewer sees a submission. The role user sees their
// own submissions and those with a line of a project that they manage. All other
// roles see every submission.
func (v Viewer) SeesSubmission(s domain.Submission) bool {
	managed := func(l domain.LineState) bool { return v.Managed[l.ProjectID] }
	return v.Role() != domain.RoleUser || s.UserID == v.User.ID || slices.ContainsFunc(s.Lines, managed)
}

// RefsToShow is what decides how the caller sees an entry: the submission that its
// stamp names, and the caller's project membership where only managers see rates.
func RefsToShow(c auth.Caller, e domain.Entry) (refs store.Refs) {
	refs.Locks = domain.StampedSubmissionIDs(e)
	if !c.SeesRates() && e.ProjectID != "" {
		refs.ProjectMembers = []domain.ProjectMemberKey{{Project: e.ProjectID, User: c.User.ID}}
	}
	return refs
}

// LoadViewer makes the viewer of the given entries. It reads only for entries with a
// stamp, and for callers who see rates only as a manager.
func LoadViewer(ctx context.Context, reader Reader, c auth.Caller, entries ...domain.Entry) (Viewer, error) {
	var refs store.Refs
	for _, e := range entries {
		refs = refs.Merge(RefsToShow(c, e))
	}
	x, err := Resolve(ctx, reader, c, refs)
	if err != nil {
		return Viewer{}, err
	}
	return x.Viewer(), nil
}

// LoadViewer makes the viewer of the plan's entries. The project memberships of rows
// that name a project were read with them.
func (p Plan) LoadViewer(ctx context.Context) (Viewer, error) {
	var refs store.Refs
	for _, row := range p.rows {
		if row.after != nil && !row.Body.ProjectID.Set {
			refs = refs.Merge(RefsToShow(p.caller, domain.Entry{ProjectID: row.after.ProjectID}))
		}
	}
	err := p.ReadMore(ctx, refs)
	return p.Viewer(), err
}

// Viewer makes the viewer from the records that were read.
func (x *Resolved) Viewer() Viewer {
	v := Viewer{Caller: x.caller, Managed: map[domain.ID]bool{}, Locks: x.Locks}
	for key, member := range x.ProjectMembers {
		if key.User == x.caller.User.ID && member.IsManager {
			v.Managed[key.Project] = true
		}
	}
	return v
}
