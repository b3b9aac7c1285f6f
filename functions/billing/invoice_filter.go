package billing

import (
	"context"
	"maps"
	"slices"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
	"stint/shared/rerating"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// selectByFilter makes the marking select the entries of a filter; for a manager those of the projects that they
// manage. It ends validation. Errors: forbidden role_insufficient for a project that the manager does not manage.
func (f *Family) selectByFilter(ctx context.Context, c auth.Caller, sent wire.Optional[tracking.Period],
	managed managedProjects, issues *wire.Issues, m *rerating.Marking) error {
	if !sent.Set && issues.IsClean("ids") {
		issues.AddMessage("ids", problem.Required, "is required unless filter is given")
	}
	if !sent.Set {
		return issues.Err()
	}
	in := sent.Value
	scope, err := in.ScopeOfBody(ctx, f.store, c, "filter.", issues)
	if err != nil {
		return err
	}
	m.Rerating.From, m.Rerating.To = scope.Span.From, scope.Span.To
	m.Rerating.Projects, m.Rerating.Entries = scope.Projects(), scope.IDs
	if scope.User != "" {
		m.Rerating.Users = []domain.ID{scope.User}
	}
	if in.TaskID.Set {
		m.Rerating.Tasks = []domain.ID{in.TaskID.Value}
	}
	where := in.Selection().Rest()
	where.Lines = scope.Lines()
	m.Rerating.Where = &where
	if managed != nil && m.Rerating.Projects == nil {
		m.Rerating.Projects = slices.Sorted(maps.Keys(managed))
	}
	if m.Rerating.Projects != nil && len(m.Rerating.Projects) == 0 { // a client without projects: a job would take all
		m.Read = func(context.Context) ([]timelog.Entry, error) { return nil, nil }
	}
	if managed != nil && slices.ContainsFunc(m.Rerating.Projects, func(p domain.ID) bool { return !managed[p] }) {
		return problem.Forbidden(problem.RoleInsufficient)
	}
	return nil
}
