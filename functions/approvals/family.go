// Package approvals has the routes with which programs read and sign a timesheet for
// a client. They are public: the token of the client link is the credential.
package approvals

import (
	"context"

	"stint/shared/boot"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/store"
)

// Family holds the dependencies of this package's operations.
type Family struct {
	signing  signing.Service
	store    *store.Store
	pagesURL string // begins the addresses of pages
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("approvals", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{signing: signing.Service{Store: d.Store}, store: d.Store, pagesURL: d.Config.AppBaseURL}
}

// loadLink finds the client link of the token in the path. Errors: not_found.
func (f *Family) loadLink(ctx context.Context, r *route.Request) (signing.LinkDetails, error) {
	return f.signing.FindLink(ctx, r.PathValue("token"), r.Now)
}
