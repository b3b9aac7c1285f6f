package route

import (
	"context"
	"strings"

	"stint/shared/domain"
	"stint/shared/edge"
)

// withAuditOrigin is the context of a request whose caller is known. The store
// records from it who made a change.
func (r *Request) withAuditOrigin(ctx context.Context) context.Context {
	info := edge.RequestInfoFrom(ctx)
	from := domain.AuditOrigin{At: r.Now, IP: info.ClientAddress, UserAgent: r.UserAgent(), CorrelationID: info.CorrelationID}
	switch {
	case r.APIKey != nil:
		from.Actor = domain.AuditKey(*r.APIKey)
	case r.Session != nil:
		from.Actor = domain.AuditUser(r.User)
	}
	return r.withWake(domain.WithOrigin(ctx, from))
}

// UserAgent is the User-Agent header, at most domain.MaxUserAgent bytes.
func (r *Request) UserAgent() string {
	agent := r.Header("User-Agent")
	return strings.ToValidUTF8(agent[:min(len(agent), domain.MaxUserAgent)], "")
}
