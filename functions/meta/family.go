// Package meta has the routes about the service itself: its health, its OpenAPI
// document and the meaning of its error codes. Its function also answers every path
// that no route has.
package meta

import (
	"context"

	"stint/shared/boot"
	"stint/shared/store"
)

// Store is the part of the store that this family uses.
type Store interface {
	// Ping reads a fixed key. Errors: service_unavailable.
	Ping(ctx context.Context) error
}

var _ Store = (*store.Store)(nil)

// Family holds the dependencies of this package's operations.
type Family struct {
	store     Store
	version   string
	commit    string // "" is not known
	publicURL string // address of the service

	securityContact string // URI for reports of vulnerabilities

	zipped zipCache // of the reference and the OpenAPI document
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("meta", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{store: d.Store, version: d.Config.Version, commit: d.Config.Commit, publicURL: d.Config.PublicURL,
		securityContact: d.Config.ReportTo(), zipped: zipCache{off: d.Config.Uncompressed}}
}
