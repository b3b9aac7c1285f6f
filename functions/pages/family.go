// Package pages is what links in mails lead to: small HTML pages with forms
// that work without a script. Opening one never decides anything, since mail
// scanners follow links; its button does.
package pages

import (
	"stint/shared/accounts"
	"stint/shared/boot"
	"stint/shared/route"
	"stint/shared/signing"
)

// Family holds what the operations of this package need.
type Family struct {
	desk       *accounts.Desk
	signatures signing.Desk
	base       string // path that the service hangs under; "" at a root
}

var _ route.Pages = (*Family)(nil)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{desk: accounts.New(d), signatures: signing.Desk{Store: d.Store}, base: d.Config.PublicPath()}
}
