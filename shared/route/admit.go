package route

import (
	"context"
	"errors"
	"net/netip"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/problem"
)

// admit finds the caller and sees that they have what the permission's scope
// asks for. Errors: unauthorized; not_found for a workspace in the path that
// the caller does not belong to, or a path id that is no UUID;
// workspace_required.
func (s *Server) admit(ctx context.Context, r *Request) (*domain.Replay, error) {
	spec := r.spec
	if spec.Credential == auth.Public {
		return nil, r.wellFormedPath()
	}
	caller, replay, err := s.Gate.Admit(ctx, auth.Asked{
		Credential: spec.Credential, Authorization: r.Authorization(),
		WorkspaceID: r.ids[spec.workspaceParam()], Timer: spec.Timer, Calendar: spec.Calendar, Replay: r.replay, ReplayAlone: spec.aboutUser(),
	})
	if err != nil {
		return nil, err
	}
	r.Caller = caller
	if err := r.wellFormedPath(); err != nil {
		return nil, err
	}
	rule, _ := auth.RuleOf(spec.Permission)
	if rule.Scope == auth.WorkspaceScope && caller.Workspace == nil {
		if spec.workspaceParam() != "" {
			return nil, problem.Missing()
		}
		return nil, problem.Deny(problem.WorkspaceRequired)
	}
	return replay, nil
}

func (r *Request) wellFormedPath() error {
	for _, name := range r.spec.Params() {
		if IsID(name) && r.ids[name] == "" {
			return problem.Missing()
		}
	}
	return nil
}

// permit finds the thing that the path names and asks whether the caller may:
// first the role, then the thing itself. What the caller cannot see is
// not_found before it can be forbidden.
func (s *Server) permit(ctx context.Context, r *Request, family any) (thing any, err error) {
	if r.spec.Op.load != nil {
		if thing, err = r.spec.Op.load(ctx, family, r); err != nil {
			return nil, err
		}
	}
	if err := auth.Allow(r.Caller, r.spec.Permission); err != nil {
		return nil, err
	}
	if guarded, ok := thing.(Guarded); ok {
		return thing, guarded.Permit(r.Caller, r.spec.Permission)
	}
	return thing, nil
}

// replayable tells whether the remembered answer is one to this body.
func replayable(replay *domain.Replay, body []byte) error {
	if replay.BodyHash != hash(body) {
		return problem.InvalidField("", problem.IdempotencyKeyReused)
	}
	return nil
}

// lostRace reports whether a write failed because another request with the
// same Idempotency-Key came first.
func lostRace(err error) bool { return errors.Is(err, domain.ErrRemembered) }

// replayAfterRace reads what the winner of the race was answered. A winner
// that cannot be seen yet is a conflict.
func (s *Server) replayAfterRace(ctx context.Context, r *Request) (any, *domain.Replay, error) {
	replay, err := s.admit(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	if replay == nil {
		return nil, nil, problem.Clash("A request with this Idempotency-Key is still running.")
	}
	return nil, replay, replayable(replay, r.body)
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
