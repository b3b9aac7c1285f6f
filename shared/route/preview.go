package route

import (
	"slices"

	"stint/shared/auth"
	"stint/shared/domain"
)

// Preview says how a request to a route that writes asks only what it would write: by
// a query parameter of one of these names, with this value. The zero value is never.
type Preview struct {
	Names []string // both spellings
	Value string
}

// neededAccess is the least access of an API key that the request takes: that of the
// route's permission, or for a preview that of reading.
func (r *Request) neededAccess() domain.KeyAccess {
	if r.isPreview() {
		return domain.AccessRead
	}
	return auth.KeyAccessFor(r.spec.Permission)
}

// isPreview reports whether the request only asks for a preview. The operation refuses
// a request that sends the parameter more than once.
func (r *Request) isPreview() bool {
	return slices.ContainsFunc(r.spec.Preview.Names, func(name string) bool {
		return r.QueryValue(name) == r.spec.Preview.Value
	})
}
