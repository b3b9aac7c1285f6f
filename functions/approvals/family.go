// Package approvals is where clients sign timesheets: public, by the token in
// the link that was mailed to them. Looking never decides anything.
package approvals

import (
	"context"

	"stint/shared/boot"
	"stint/shared/route"
	"stint/shared/signing"
)

// Family holds what the operations of this package need.
type Family struct {
	signing  signing.Service
	pagesURL string // address that links to pages hang under
}

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{signing: signing.Service{Store: d.Store}, pagesURL: d.Config.AppBaseURL}
}

// loadLink finds what the token in the path leads to. Errors: not_found.
func (f *Family) loadLink(ctx context.Context, r *route.Request) (signing.LinkDetails, error) {
	return f.signing.FindLink(ctx, r.PathValue("token"), r.Now)
}
