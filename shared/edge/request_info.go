package edge

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"

	"github.com/google/uuid"

	"stint/shared/domain"
)

// RequestInfo is what is known about a running request. Handlers add to it for the log
// line.
type RequestInfo struct {
	CorrelationID string
	ClientAddress string // as the gateway saw it, never from a header; "" when unknown
	ErrorsBase    string
	Route         string // the route's id; never the path, which may contain tokens
	Err           error  // why it failed; for the log only
	RequestID     string // the gateway's id of the request, or one of its own; a caller cannot choose it

	Trace  domain.Trace // the span is that of this request
	parent string       // span of the caller's request; "" when it named none
	xray   string       // id of the trace in X-Ray; "" when it is that of Trace, or there is none

	Limited    string // whose limit of requests is used up; "" for none
	FailedFrom string // keyed hash of the client network of a failed sign-in; "" for none
	*usedUnits        // what the request has read and written
}

type requestInfoKey struct{}

// RequestInfoFrom is the info of the request. Outside of Wrap it is a new, empty one.
func RequestInfoFrom(ctx context.Context) *RequestInfo {
	if info, ok := ctx.Value(requestInfoKey{}).(*RequestInfo); ok {
		return info
	}
	return &RequestInfo{}
}

// WithOperation is the context of an operation that a request runs. The operation acts for the same client and has
// the same ids in the audit log. What it notes for the log line is its own.
func WithOperation(ctx context.Context) context.Context {
	info := *RequestInfoFrom(ctx)
	return context.WithValue(ctx, requestInfoKey{}, &info)
}

// IDs are the ids of the request for a line of the log.
func (i *RequestInfo) IDs() slog.Attr {
	return slog.Group("", "correlation_id", i.CorrelationID, "request_id", i.RequestID,
		"trace_id", i.Trace.TraceID(), "span_id", i.Trace.SpanID())
}

type gatewayInfoKey struct{}

// GatewayInfo is what the gateway says about a request.
type GatewayInfo struct {
	RequestID     string
	ClientAddress string
	XRay          string // the value of X-Amzn-Trace-Id; "" without X-Ray
}

// WithGatewayInfo adds the info of the gateway to a context, for Wrap.
func WithGatewayInfo(ctx context.Context, g GatewayInfo) context.Context {
	return context.WithValue(ctx, gatewayInfoKey{}, g)
}

func (o Options) newRequestInfo(r *http.Request) *RequestInfo {
	gateway, _ := r.Context().Value(gatewayInfoKey{}).(GatewayInfo)
	info := &RequestInfo{RequestID: gateway.RequestID, ClientAddress: gateway.ClientAddress, ErrorsBase: o.ErrorsBase,
		usedUnits: &usedUnits{}}
	if info.RequestID == "" { // without a gateway, as in tests
		info.RequestID = uuid.NewString()
	}
	info.CorrelationID = correlationID(r, info.RequestID)
	info.findTrace(r, gateway.XRay)
	return info
}

// Network is the part of the client's address that one party usually controls: all of
// an IPv4 address, the /64 of an IPv6 address.
func (i *RequestInfo) Network() string {
	addr, err := netip.ParseAddr(i.ClientAddress)
	if err != nil || addr.Is4() || addr.Is4In6() {
		return i.ClientAddress
	}
	prefix, _ := addr.WithZone("").Prefix(64)
	return prefix.String()
}
