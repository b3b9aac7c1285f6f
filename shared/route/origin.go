package route

import (
	"context"
	"strings"

	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
	"stint/shared/dynamo"
	"stint/shared/edge"
	"stint/shared/table"
)

// withAuditOrigin is the context of a request whose caller is known. The store
// records from it who made a change.
func (r *Request) withAuditOrigin(ctx context.Context) context.Context {
	info := edge.RequestInfoFrom(ctx)
	from := audit.Origin{At: r.Now, IP: info.ClientAddress, UserAgent: r.UserAgent(), CorrelationID: info.CorrelationID}
	switch {
	case r.App() != nil:
		from.Actor, from.Via = audit.User(r.User), audit.ViaApp(r.App())
	case r.APIKey != nil:
		from.Actor = audit.Key(*r.APIKey)
	case r.User.ID != "":
		from.Actor = audit.User(r.User)
	}
	return r.withWake(audit.WithOrigin(ctx, from))
}

// ActAs makes a public request act as a user whom it has identified, such as by a mailed token. The context is that of
// their writes.
func (r *Request) ActAs(ctx context.Context, c auth.Caller) context.Context {
	r.Caller = c
	return r.withAuditOrigin(ctx)
}

// UserAgent is the User-Agent header, at most timesheets.MaxUserAgent bytes.
func (r *Request) UserAgent() string {
	agent := r.Header("User-Agent")
	return strings.ToValidUTF8(agent[:min(len(agent), timesheets.MaxUserAgent)], "")
}

// withWake is the context of a request in a workspace with webhooks: its changes wake the
// deliverer, and name the trace that the deliveries continue. In other workspaces no change does.
func (r *Request) withWake(ctx context.Context) context.Context {
	if r.Workspace == nil || r.Workspace.Webhooks == 0 {
		return ctx
	}
	return table.WithChangeAttributes(ctx, table.Item{dynamo.AttrWake: table.StringValue("1"),
		dynamo.AttrTrace: table.StringValue(edge.RequestInfoFrom(ctx).Trace.Cause())})
}

// ListReads tells the audit log of lists that API keys read. *store.Store is one.
type ListReads interface {
	// RecordListRead records the first reading of a list by a key in a day (UTC).
	RecordListRead(ctx context.Context, k people.APIKey, list string) error
}

// recordListRead tells the audit log that an API key reads a list, before the answer is sent.
func (s *Server) recordListRead(ctx context.Context, r *Request) error {
	if r.APIKey == nil || !r.spec.Op.AnswersList() {
		return nil
	}
	return s.ListReads.RecordListRead(ctx, *r.APIKey, strings.TrimSuffix(r.spec.ID, TwinSuffix))
}
