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
	desk  signing.Desk
	pages string // address that links to pages hang under
}

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{desk: signing.Desk{Store: d.Store}, pages: d.Config.AppBaseURL}
}

// shown finds what the token in the path leads to. Errors: not_found.
func (f *Family) shown(ctx context.Context, r *route.Request) (signing.Case, error) {
	return f.desk.Case(ctx, r.Text("token"), r.Now)
}
