package tracking

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/wire"
)

// RefsToSnapshot is what the rate snapshot of an entry is taken from: its project,
// its owner's project membership, and the owner's membership of the workspace
// where the owner is not the caller.
func RefsToSnapshot(c auth.Caller, e domain.Entry) store.Refs {
	return ProjectRateRefs(e).Merge(memberRateRefs(c, e.UserID))
}

// ProjectRateRefs is the part of RefsToSnapshot that depends on the project.
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

// refsToSnapshot is what the snapshot of one changed entry is taken from, in addition
// to what the row names. It is empty where no snapshot will be taken.
func (row Row) refsToSnapshot(c auth.Caller) (refs store.Refs) {
	switch before := *row.Before; {
	case row.Body.StoppedAt.Set && before.Running(), row.Body.clearsOwnRate(before):
		return RefsToSnapshot(c, before)
	case row.Body.ProjectID.Set || row.Body.TaskID.Set:
		return memberRateRefs(c, before.UserID)
	}
	return refs
}

// RefsToSetRate is what a row that sets or takes away the own rate of an entry needs,
// in addition to what the row names: whether the caller sees the rates of the entry's
// project, and the rate that the entry has without its own.
func (row Row) RefsToSetRate(c auth.Caller, before domain.Entry) (refs store.Refs) {
	if row.IsDelete || !row.Body.HourlyRate.Set {
		return refs
	}
	refs = RefsToShow(c, before)
	if row.Body.clearsOwnRate(before) {
		refs = refs.Merge(RefsToSnapshot(c, before))
	}
	return refs
}

// needsSnapshot reports whether the row's entry needs a rate snapshot: it is new,
// stopped or moved to another project, or its own rate is set or taken away.
func (row plannedRow) needsSnapshot() bool {
	before := row.Before
	return before == nil || before.Running() || before.ProjectID != row.after.ProjectID ||
		row.Body.HourlyRate.Value != nil || row.Body.clearsOwnRate(*before)
}

// snapshot takes the rate snapshot of an entry. What RefsToSnapshot names must have
// been read. A running timer stays as it is.
func (x *Resolved) snapshot(e domain.Entry) domain.Entry {
	member := x.Members[e.UserID]
	if e.UserID == x.caller.User.ID {
		member = *x.caller.Member
	}
	return x.rates(e, member).Snapshot(e)
}

// rates are the rates that apply to a member's entry.
func (x *Resolved) rates(e domain.Entry, m domain.Member) domain.Rates {
	return domain.Rates{
		ProjectMember: x.ProjectMembers[domain.ProjectMemberKey{Project: e.ProjectID, User: e.UserID}].HourlyRate,
		Project:       x.Projects[e.ProjectID].HourlyRate,
		Member:        m.HourlyRate,
		Billing:       *x.caller.Billing,
	}
}

// SnapshotEntry takes the rate snapshot of one entry of a known member. It reads
// only for time on a project.
func SnapshotEntry(ctx context.Context, reader Reader, c auth.Caller, m domain.Member, e domain.Entry) (domain.Entry, error) {
	x, err := Resolve(ctx, reader, c, ProjectRateRefs(e))
	if err != nil {
		return e, err
	}
	return x.rates(e, m).Snapshot(e), nil
}

// losesOwnRate reports whether the row moves its entry to a project where the
// caller may not set rates. The entry's own rate does not go along: otherwise
// anyone who may set rates on one project could set them on every project.
func (x *Resolved) losesOwnRate(row Row, next domain.ID) bool {
	return row.Before != nil && row.Before.ProjectID != next && !x.Viewer().SeesRatesOn(next)
}

// checkCanSetRate allows a row an own rate for callers who see the rates of the project.
// Null for a new entry is no rate, so everyone may send it. A wrong project is reported
// instead. Errors: forbidden role_insufficient.
func (x *Resolved) checkCanSetRate(row Row, project domain.ID, issues *wire.Issues) error {
	if !row.setsRate() || x.Viewer().SeesRatesOn(project) ||
		!issues.IsClean(row.Path+"projectId") || !issues.IsClean(row.Path+"taskId") {
		return nil
	}
	return problem.Forbidden(problem.RoleInsufficient)
}

// setsRate reports whether the row sets the own rate of its entry, or clears that of an
// entry that exists.
func (row Row) setsRate() bool {
	return row.Body.HourlyRate.Set && (row.Before != nil || row.Body.HourlyRate.Value != nil)
}
