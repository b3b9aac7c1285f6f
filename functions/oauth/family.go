// Package oauth is the authorization server for apps: programs of others, which act for a user in one workspace
// (RFC 6749 with PKCE, as OAuth 2.1 demands). Users allow apps on its pages, which work without scripts. Its endpoints
// for programs answer errors as the RFCs say, and not as problems.
package oauth

import (
	"net/http"
	"strings"
	"time"

	"stint/shared/accounts"
	"stint/shared/apps"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/egress"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// Family holds the dependencies of this package's operations.
type Family struct {
	config    config.Config
	store     *store.Store
	accounts  *accounts.Service
	apps      *apps.Service
	targets   egress.Policy // of addresses of documents
	documents *http.Client  // that fetches them
	now       func() time.Time
}

var _ route.PageFamily = (*Family)(nil)

// Function is the Lambda function of this family.
var Function = boot.NewFunction("oauth", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	targets := d.WebhookTargets()
	return &Family{config: d.Config, store: d.Store, accounts: d.Accounts(), apps: d.Apps(), targets: targets,
		documents: targets.NewClient(), now: d.Now}
}

// pagePaths are the paths of the pages. All others are for programs.
var pagePaths = []string{authorizePath, devicePath}

// ErrorPage shows a problem to a browser, or tells a program of it.
func (f *Family) ErrorPage(h *http.Request, about *problem.Error, correlationID string) route.Responder {
	for _, path := range pagePaths {
		if strings.HasSuffix(h.URL.Path, path) {
			return problemPage(readerFrom(h.Header.Get("Accept-Language")), about, correlationID)
		}
	}
	return failureOf(about)
}
