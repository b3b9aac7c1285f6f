package route

import (
	"context"

	"stint/shared/edge"
)

// Limiter counts attempts in fixed windows that all instances share.
type Limiter interface {
	// CountAttempt counts one attempt of a subject. Errors: rate_limited with the
	// time until the window ends, service_unavailable.
	CountAttempt(ctx context.Context, kind, subject string, limit int) error
}

// Limit counts requests per client network in fixed windows of a minute.
// Routes of one kind share their window. The limit per account is in
// shared/accounts/attempts.go.
type Limit string

// The kinds of limits. The number of attempts is a setting of the instance (60 a minute
// by default).
const (
	NoLimit      Limit = ""
	LimitAccount Limit = "account" // login, register, reset
	LimitToken   Limit = "token"   // look-ups by a token from a link
	LimitUser    Limit = "user"    // the operation finds its user and counts the request with Request.CountUser or CountSession
)

// checkRateLimit counts the request on limited routes. Errors: rate_limited,
// service_unavailable.
func (s *Server) checkRateLimit(ctx context.Context, spec *Spec) error {
	if spec.Limit == NoLimit || spec.Limit == LimitUser || s.AttemptsPerAddress == 0 {
		return nil
	}
	network := edge.RequestInfoFrom(ctx).Network()
	return s.Limiter.CountAttempt(ctx, "address."+string(spec.Limit), network, s.AttemptsPerAddress)
}
