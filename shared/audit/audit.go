// Package audit carries where a request comes from to the writes that tell the
// audit log of it. The route sets it once, after authentication; the store takes it
// in the transaction of the change.
package audit

import (
	"context"

	"stint/shared/domain"
)

type originKey struct{}

// WithOrigin is the context of a request that comes from there.
func WithOrigin(ctx context.Context, from domain.AuditOrigin) context.Context {
	return context.WithValue(ctx, originKey{}, from)
}

// OriginFrom is the origin of the request. The zero value, without one, is the
// service itself.
func OriginFrom(ctx context.Context) domain.AuditOrigin {
	from, _ := ctx.Value(originKey{}).(domain.AuditOrigin)
	return from
}
