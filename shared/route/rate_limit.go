package route

import (
	"context"
	"net/netip"

	"stint/shared/edge"
)

// Limiter counts attempts in fixed windows that all instances share.
type Limiter interface {
	// CountAttempt counts one attempt of a subject. Errors: rate_limited with the
	// time until the window ends, service_unavailable.
	CountAttempt(ctx context.Context, kind, subject string, limit int) error
}

// Limit counts requests per client address in fixed windows of a minute.
// Routes of one kind share their window. The limit per account is in
// shared/accounts/attempts.go.
type Limit string

// The kinds of limits per client address. The number of attempts is a setting of
// the instance (60 a minute by default).
const (
	NoLimit      Limit = ""
	LimitAccount Limit = "account" // login, register, reset
	LimitToken   Limit = "token"   // look-ups by a token from a link
)

// checkRateLimit counts the request on limited routes. Errors: rate_limited,
// service_unavailable.
func (s *Server) checkRateLimit(ctx context.Context, spec *Spec) error {
	if spec.Limit == NoLimit || s.AttemptsPerAddress == 0 {
		return nil
	}
	address := edge.RequestInfoFrom(ctx).ClientAddress
	return s.Limiter.CountAttempt(ctx, "address."+string(spec.Limit), subnet(address), s.AttemptsPerAddress)
}

// subnet is the part of an address that one party usually controls: all of an IPv4
// address, the /64 of an IPv6 address.
func subnet(address string) string {
	addr, err := netip.ParseAddr(address)
	if err != nil || addr.Is4() || addr.Is4In6() {
		return address
	}
	prefix, _ := addr.WithZone("").Prefix(64)
	return prefix.String()
}
