// Package apikeys has the routes for API keys, with which programs act for a user
// in a workspace, for apps, which act with a grant, for calendar feeds, and the route where a program reads
// which user and workspace its key or grant belongs to.
package apikeys

import (
	"stint/shared/boot"
	"stint/shared/store"
)

// Family holds the dependencies of this package's operations.
type Family struct {
	store *store.Store
	env   string // the environment that new keys are valid in: live, test or local

	publicURL string // address of the service

	maxKeys int // valid keys of one user in one workspace; 0 is no limit
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("apikeys", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{store: d.Store, env: d.Config.Env, publicURL: d.Config.PublicURL, maxKeys: d.Config.Limits.APIKeys}
}
