package tracking

import (
	"context"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/wire"
)

// ToRate names what the snapshot of an entry is made from: its project with its
// owner's place in it, and the owner where that is not the caller, whose own
// membership is known.
func ToRate(c auth.Caller, e domain.Entry) store.Asked {
	return ToRateWork(e).And(rateOfMember(c, e.UserID))
}

// ToRateWork is the part of ToRate that depends on what is worked on.
func ToRateWork(e domain.Entry) (asked store.Asked) {
	if e.ProjectID != "" {
		asked.Projects = []domain.ID{e.ProjectID}
		asked.Places = []store.Place{{Project: e.ProjectID, User: e.UserID}}
	}
	return asked
}

func rateOfMember(c auth.Caller, user domain.ID) (asked store.Asked) {
	if user != c.User.ID {
		asked.Users = []domain.ID{user}
	}
	return asked
}

// Snapshot fixes what an entry is worth: when it is stopped, created or moved
// to another project, and never again by itself. What ToRate names of it must
// have been read. A timer that runs on comes back as it is.
func (x *Resolved) Snapshot(e domain.Entry) domain.Entry {
	member := x.Users[e.UserID]
	if e.UserID == x.caller.User.ID {
		member = *x.caller.Member
	}
	return x.rates(e, member).Snapshot(e)
}

// rates are those that count for a member's entry.
func (x *Resolved) rates(e domain.Entry, m domain.Member) domain.Rates {
	return domain.Rates{
		ProjectMember: x.Places[store.Place{Project: e.ProjectID, User: e.UserID}].HourlyRate,
		Project:       x.Projects[e.ProjectID].HourlyRate,
		Member:        m.HourlyRate,
		Billing:       *x.caller.Billing,
	}
}

// SnapshotOf is Snapshot for one entry of a member who is at hand. Only time on
// a project costs a read.
func SnapshotOf(ctx context.Context, reader Reader, c auth.Caller, m domain.Member, e domain.Entry) (domain.Entry, error) {
	x, err := Resolve(ctx, reader, c, ToRateWork(e))
	if err != nil {
		return e, err
	}
	return x.rates(e, m).Snapshot(e), nil
}

// mayRate lets those set the own rate of an entry who see what time on its
// project is worth. A project that is wrong is told as such instead. Errors:
// forbidden role_insufficient.
func (x *Resolved) mayRate(project domain.ID, issues *wire.Issues) error {
	if x.Viewer().SeesWorth(project) || !issues.Clean("projectId") || !issues.Clean("taskId") {
		return nil
	}
	return problem.Deny(problem.RoleInsufficient)
}
