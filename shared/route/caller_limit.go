package route

import (
	"context"
	"net/http"

	"stint/shared/domain"
	"stint/shared/edge"
	"stint/shared/limits"
	"stint/shared/table"
)

// countCaller counts the request of an authenticated caller, who is one person with all sessions and API keys. A
// spent request is never refused. Errors: rate_limited.
func (s *Server) countCaller(ctx context.Context, r *Request, weight int, isSpent bool) error {
	if r.APIKey == nil && r.Session == nil {
		return nil
	}
	return s.countRequest(ctx, r.responseHeader, limits.Request{Caller: userCaller(r.User.ID),
		WorkspaceID: r.WorkspaceID(), HasReserve: r.IsOwnerOrAdmin(), Weight: weight, IsSpent: isSpent})
}

// countArrival counts a request as one, before its operation runs. An operation that another request runs may be
// covered by what that request counted for itself. Errors: rate_limited.
func (s *Server) countArrival(ctx context.Context, r *Request) error {
	if isCovered(ctx) {
		return nil
	}
	return s.countCaller(ctx, r, requestWeight, false)
}

func userCaller(u domain.ID) string { return "user:" + string(u) }

// countRequest counts a request and sends the headers that tell how much is left.
func (s *Server) countRequest(ctx context.Context, header http.Header, counted limits.Request) error {
	if s.Callers == nil {
		return nil
	}
	usage, err := s.Callers.Count(table.WithMeter(ctx, nil), counted)
	if policy := usage.Policy(); policy != "" {
		header.Set("RateLimit-Policy", policy)
		header.Set("RateLimit", usage.RateLimit())
	}
	if err != nil {
		edge.RequestInfoFrom(ctx).Limited = counted.Caller
	}
	return err
}

// CountUser counts the request as several requests of a user. It is for public routes
// that find their user by themselves, and declare it with LimitUser. Errors: rate_limited.
func (r *Request) CountUser(ctx context.Context, u domain.ID, weight int) error {
	return r.countFound(ctx, limits.Request{Caller: userCaller(u), Weight: weight})
}

// CountSession counts the request for a session that may have ended. A cookie of an ended
// session must not use up what its user has, so it counts for the session alone. Errors:
// rate_limited.
func (r *Request) CountSession(ctx context.Context, session domain.ID) error {
	return r.countFound(ctx, limits.Request{Caller: "session:" + string(session), Weight: requestWeight})
}

func (r *Request) countFound(ctx context.Context, counted limits.Request) error {
	if r.spec.Limit != LimitUser {
		panic("route: " + r.spec.ID + " counts its user and does not declare LimitUser") // a bug, which any request shows
	}
	return r.server.countRequest(ctx, r.responseHeader, counted)
}
