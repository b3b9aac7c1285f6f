package route

import (
	"context"
	"net/netip"
	"slices"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/edge"
	"stint/shared/problem"
)

// Authorizer is a record with rules of its own, beyond roles: a project allows
// its managers more than other members. A loader of OnRecord may return one.
type Authorizer interface {
	// Authorize decides after the role was found sufficient. Errors: forbidden.
	Authorize(caller auth.Caller, p auth.Permission) error
}

// authenticate finds the caller and checks that they have what the permission
// requires: an account, or an active workspace. It also reads the remembered answer
// to an Idempotency-Key; nil without one. Errors: unauthorized; not_found for a
// workspace in the path that the caller does not belong to, or a path id that is
// no UUID; forbidden with workspace_required, or when the workspace requires another
// sign-in of its members.
func (s *Server) authenticate(ctx context.Context, r *Request) (*domain.Replay, error) {
	spec := r.spec
	if spec.Credential == auth.Public {
		return nil, r.checkPathIDs()
	}
	caller, replay, err := s.Authenticator.Authenticate(ctx, auth.Request{
		Credential: spec.Credential, Authorization: r.Authorization(),
		WorkspaceID: r.ids[spec.workspaceParam()], WithTimer: spec.WithTimer, WithCalendar: spec.WithCalendar,
		WithDeleted: spec.WithDeleted, ReplayDigest: r.replayDigest, ReplayPerUser: spec.isPerUser(),
	})
	if err != nil {
		return nil, err
	}
	caller.From, _ = netip.ParseAddr(edge.RequestInfoFrom(ctx).ClientAddress)
	r.Caller = caller
	if err := r.checkPathIDs(); err != nil {
		return nil, err
	}
	rule, _ := auth.RuleOf(spec.Permission)
	if rule.Requires == auth.RequiresWorkspace && caller.Workspace == nil {
		if spec.workspaceParam() != "" {
			return nil, problem.NotFound()
		}
		return nil, problem.Forbidden(problem.WorkspaceRequired)
	}
	if rule.Requires == auth.RequiresWorkspace && !rule.OpenToAll {
		if err := auth.RequireProof(caller); err != nil {
			return nil, err
		}
	}
	return replay, nil
}

// checkPathIDs checks that all ids in the path are UUIDs. Errors: not_found.
func (r *Request) checkPathIDs() error {
	for _, name := range r.spec.Params() {
		if IsIDParam(name) && r.ids[name] == "" {
			return problem.NotFound()
		}
	}
	return nil
}

// authorize loads the record that the path names and decides whether the caller
// may use it: first by role, then by the access of the API key, then by the record's
// own rules. The record is loaded first, because a record that the caller cannot see
// must be not_found, never forbidden. Any other problem of the request counts less than
// the role.
func (s *Server) authorize(ctx context.Context, r *Request, family any) (record any, err error) {
	if r.spec.Op.loadRecord != nil {
		record, err = r.spec.Op.loadRecord(ctx, family, r)
		if err != nil && !isRequestProblem(err) {
			return nil, err
		}
	}
	if denied := auth.AuthorizeRole(r.Caller, r.spec.Permission); denied != nil {
		return nil, denied
	}
	if denied := auth.AuthorizeKey(r.Caller, r.neededAccess()); denied != nil {
		return nil, denied
	}
	if err != nil {
		return nil, err
	}
	if authorizer, ok := record.(Authorizer); ok {
		if err := authorizer.Authorize(r.Caller, r.spec.Permission); err != nil {
			return record, err
		}
	}
	return record, s.checkFresh(r)
}

// checkFresh checks that the session is fresh where the route needs that. Errors:
// forbidden with reauthentication_required.
func (s *Server) checkFresh(r *Request) error {
	if r.spec.Fresh != FreshAlways {
		return nil
	}
	return r.RequireFresh()
}

// RequireFresh checks that the session of the caller is fresh. Operations call it for the requests that the
// Freshness of their route names. Errors: forbidden with reauthentication_required.
func (r *Request) RequireFresh() error {
	if r.spec.Credential == auth.APIKey {
		return nil
	}
	return auth.RequireFresh(r.Caller, r.server.FreshFor, r.Now)
}

// isRequestProblem reports whether loading a record failed because of the query,
// such as a user_id that is not a UUID, or because the id is ambiguous without it.
func isRequestProblem(err error) bool {
	return problem.Is(err, problem.CodeValidation) || problem.Is(err, problem.CodeConflict)
}

// RequireProvenEmail refuses a user who has not proved their e-mail address, where the
// instance requires that. Routes declare it with NeedsProvenEmail. Public routes that
// find their user later call it, and routes where the body decides whether it applies.
// Errors: forbidden with email_not_verified.
func (r *Request) RequireProvenEmail(u people.User) error {
	if !r.server.VerificationRequired || u.EmailVerified {
		return nil
	}
	return problem.Forbidden(problem.EmailNotVerified)
}

// checkProvenEmail applies RequireProvenEmail to the caller of a route that declares it.
func (r *Request) checkProvenEmail() error {
	if !r.spec.NeedsProvenEmail {
		return nil
	}
	return r.RequireProvenEmail(r.User)
}

// Preview says how a request to a route that writes asks only what it would write: by
// a query parameter of one of these names, with this value. The zero value is never.
type Preview struct {
	Names []string // both spellings
	Value string
}

// DryRun is the preview of most routes: the operation reads and checks as always, answers what it would write, and
// writes nothing.
var DryRun = Preview{Names: []string{"dryRun", "dry_run"}, Value: "true"}

// neededAccess is the least access of an API key that the request takes: that of the
// route's permission, or for a preview that of reading.
func (r *Request) neededAccess() people.KeyAccess {
	if r.IsPreview() {
		return people.AccessRead
	}
	return auth.KeyAccessFor(r.spec.Permission)
}

// IsPreview reports whether the request only asks for a preview. The operation refuses
// a request that sends the parameter more than once. A request without a route is none.
func (r *Request) IsPreview() bool {
	return r.spec != nil && slices.ContainsFunc(r.spec.Preview.Names, func(name string) bool {
		return r.QueryValue(name) == r.spec.Preview.Value
	})
}
