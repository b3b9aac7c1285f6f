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
	accounts *accounts.Service
	signing  signing.Service
	basePath string // path that the service hangs under; "" at a root
}

var _ route.PageFamily = (*Family)(nil)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{accounts: accounts.New(d), signing: signing.Service{Store: d.Store}, basePath: d.Config.PublicPath()}
}
