// Package pages has the HTML pages that links in mails lead to, and those that a
// browser is redirected to after a sign-in flow. Their forms work without scripts.
// Opening a page changes nothing, since mail scanners follow links: only its button
// does.
package pages

import (
	"stint/shared/accounts"
	"stint/shared/boot"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/store"
)

// Family holds the dependencies of this package's operations.
type Family struct {
	accounts *accounts.Service
	signing  signing.Service
	acts     *store.Store
	basePath string // path under which the service is reached; "" for the root
}

var _ route.PageFamily = (*Family)(nil)

// Function is the Lambda function of this family.
var Function = boot.NewFunction("pages", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{accounts: d.Accounts(), signing: signing.Service{Store: d.Store}, acts: d.Store,
		basePath: d.Config.PublicPath()}
}
