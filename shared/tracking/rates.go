package tracking

import (
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
)

// setRates takes the rate snapshot of the row's entry where it needs one: it is new,
// stopped or moved to another project, or its own rate is set or taken away. An own rate does
// not go along to a project where the caller may not set rates: otherwise anyone who may set
// rates on one project could set them on every project. A running timer stays as it is.
func (x *Resolved) setRates(row Row, e timelog.Entry) timelog.Entry {
	moves := row.Before != nil && row.Before.ProjectID != e.ProjectID
	if moves && !x.Viewer().SeesRatesOn(e.ProjectID) {
		e = e.WithOwnRate(nil)
	}
	if row.Before == nil || row.Before.Running() || moves || row.Body.HourlyRate.Value != nil ||
		row.Body.clearsOwnRate(*row.Before) {
		e = x.snapshot(e)
	}
	return e
}

// checkCanSetRate allows a row an own rate for callers who see the rates of the project.
// Null for a new entry is no rate, so everyone may send it. A wrong project is reported
// instead. Errors: forbidden role_insufficient.
func (x *Resolved) checkCanSetRate(row Row, project domain.ID) error {
	setsRate := row.Body.HourlyRate.Set && (row.Before != nil || row.Body.HourlyRate.Value != nil)
	if !setsRate || x.Viewer().SeesRatesOn(project) ||
		!x.issues.IsClean(row.Path+"projectId") || !x.issues.IsClean(row.Path+"taskId") {
		return nil
	}
	return problem.Forbidden(problem.RoleInsufficient)
}

// snapshot takes the rate snapshot of an entry. What rateRefs names, and its owner, must
// have been read. A running timer stays as it is.
func (x *Resolved) snapshot(e timelog.Entry) timelog.Entry {
	member := x.Members[e.UserID]
	if e.UserID == x.caller.User.ID {
		member = *x.caller.Member
	}
	return x.rates(e, member).Snapshot(e)
}

// rates are the rates that apply to a member's entry.
func (x *Resolved) rates(e timelog.Entry, m people.Member) money.Rates {
	return money.Rates{
		ProjectMember: x.ProjectMembers[domain.ProjectMemberKey{Project: e.ProjectID, User: e.UserID}].HourlyRate,
		Project:       x.Projects[e.ProjectID].HourlyRate,
		Member:        m.HourlyRate,
		Billing:       *x.caller.Billing,
	}
}
