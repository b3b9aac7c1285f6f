// Package meta answers for the service itself: its health, its documents, the
// catalogue of its problems, and every address that nothing else answers.
package meta

import "stint/shared/boot"

// Family holds what the operations of this package need.
type Family struct {
	version   string
	publicURL string // that the service is reached at
}

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{version: d.Config.Version, publicURL: d.Config.PublicURL}
}
