package tracking

import (
	"context"
	"maps"
	"slices"
	"strings"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/problem"
)

// RightsAll are the rights of a caller who may read all time.
const RightsAll = "all"

// RightsOf says which time of a selection a caller may read: all, or their own and that of the projects that they
// manage. While the rights of a user are the same, so is the time that they may read. Errors: as ScopeOf, except for
// those of what the selection names.
func RightsOf(ctx context.Context, s ScopeReader, c auth.Caller, f timelog.Selection) (string, error) {
	scope := Scope{viewer: Viewer{Caller: c}}
	err := scope.loadManaged(ctx, s, f)
	return scope.Rights(), err
}

// Rights are the rights of the scope's caller, as RightsOf says them.
func (r Scope) Rights() string {
	if !r.isPartial() {
		return RightsAll
	}
	var text strings.Builder
	for _, project := range slices.Sorted(maps.Keys(r.viewer.Managed)) {
		text.WriteString(string(project))
	}
	return domain.Digest(text.String())
}

// isManaged reports whether the caller manages the entry's project.
func (r Scope) isManaged(e timelog.Entry) bool { return r.viewer.Managed[e.ProjectID] }

// isPartial reports whether the caller may not read everything.
func (r Scope) isPartial() bool { return !r.viewer.Role().ReadsAll() }

// loadManaged reads the projects that the caller manages, unless the selection names
// the caller alone. Errors: forbidden role_insufficient.
func (r *Scope) loadManaged(ctx context.Context, s ScopeReader, f timelog.Selection) (err error) {
	if !r.isPartial() || f.UserID == r.viewer.User.ID && f.SubmissionID == "" {
		return nil
	}
	r.managedLoaded = true
	r.viewer.Managed, err = s.ManagedProjects(ctx, r.viewer.WorkspaceID(), r.viewer.User.ID)
	if err == nil && f.UserID != "" && f.UserID != r.viewer.User.ID && len(r.viewer.Managed) == 0 {
		return problem.Forbidden(problem.RoleInsufficient)
	}
	return err
}
