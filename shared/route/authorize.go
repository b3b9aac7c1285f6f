package route

import (
	"context"
	"errors"
	"net/netip"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
)

// authenticate finds the caller and sees that they have what the permission's scope
// asks for. Errors: unauthorized; not_found for a workspace in the path that
// the caller does not belong to, or a path id that is no UUID;
// workspace_required.
func (s *Server) authenticate(ctx context.Context, r *Request) (*domain.Replay, error) {
	spec := r.spec
	if spec.Credential == auth.Public {
		return nil, r.checkPathIDs()
	}
	caller, replay, err := s.Authenticator.Authenticate(ctx, auth.Request{
		Credential: spec.Credential, Authorization: r.Authorization(),
		WorkspaceID: r.ids[spec.workspaceParam()], WithTimer: spec.WithTimer, WithCalendar: spec.WithCalendar, ReplayDigest: r.replayDigest, ReplayPerUser: spec.isPerUser(),
	})
	if err != nil {
		return nil, err
	}
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
	return replay, nil
}

func (r *Request) checkPathIDs() error {
	for _, name := range r.spec.Params() {
		if IsIDParam(name) && r.ids[name] == "" {
			return problem.NotFound()
		}
	}
	return nil
}

// authorize finds the thing that the path names and asks whether the caller may:
// first the role, then the thing itself. What the caller cannot see is
// not_found before it can be forbidden.
func (s *Server) authorize(ctx context.Context, r *Request, family any) (record any, err error) {
	if r.spec.Op.loadRecord != nil {
		if record, err = r.spec.Op.loadRecord(ctx, family, r); err != nil {
			return nil, err
		}
	}
	if err := auth.AuthorizeRole(r.Caller, r.spec.Permission); err != nil {
		return nil, err
	}
	if authorizer, ok := record.(Authorizer); ok {
		return record, authorizer.Authorize(r.Caller, r.spec.Permission)
	}
	return record, nil
}

// checkReplay tells whether the remembered answer is one to this body.
func checkReplay(replay *domain.Replay, body []byte) error {
	if replay.BodyHash != sha256Hex(body) {
		return problem.InvalidField("", problem.IdempotencyKeyReused)
	}
	return nil
}

// isLostRace reports whether a write failed because another request with the
// same Idempotency-Key came first.
func isLostRace(err error) bool { return errors.Is(err, domain.ErrReplayExists) }

// loadReplayAfterRace reads what the winner of the race was answered. A winner
// that cannot be seen yet is a conflict.
func (s *Server) loadReplayAfterRace(ctx context.Context, r *Request) (any, *domain.Replay, error) {
	replay, err := s.authenticate(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	if replay == nil {
		return nil, nil, problem.Conflict("A request with this Idempotency-Key is still running.")
	}
	return nil, replay, checkReplay(replay, r.body)
}

// subnet is the part of an address that one party holds: all of an IPv4
// address, the /64 of an IPv6 one.
func subnet(address string) string {
	addr, err := netip.ParseAddr(address)
	if err != nil || addr.Is4() || addr.Is4In6() {
		return address
	}
	prefix, _ := addr.WithZone("").Prefix(64)
	return prefix.String()
}
