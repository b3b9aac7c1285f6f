// Package functions lists the families of routes. Each family has a folder, a route
// table and a Lambda function. The infrastructure, the OpenAPI document, the home
// server and the tests use this package; no Lambda function links it.
package functions

import (
	"stint/functions/access"
	"stint/functions/account"
	"stint/functions/apikeys"
	"stint/functions/approvals"
	"stint/functions/billing"
	"stint/functions/calendar"
	"stint/functions/changes"
	"stint/functions/clients"
	"stint/functions/entries"
	"stint/functions/invitations"
	"stint/functions/mcp"
	"stint/functions/meta"
	"stint/functions/oauth"
	"stint/functions/pages"
	"stint/functions/projects"
	"stint/functions/reports"
	"stint/functions/sso"
	"stint/functions/submissions"
	"stint/functions/tags"
	"stint/functions/tasks"
	"stint/functions/timers"
	"stint/functions/tracker"
	"stint/functions/webhooks"
	"stint/functions/workspaces"
	"stint/shared/boot"
	"stint/shared/gateway"
	"stint/shared/route"
)

// The functions without routes.
const (
	Worker    = access.Worker    // does background work
	Deliverer = access.Deliverer // calls webhooks
)

// Families lists the functions of all families, by name.
func Families() []boot.Function {
	return []boot.Function{
		account.Function,
		apikeys.Function,
		approvals.Function,
		billing.Function,
		calendar.Function,
		changes.Function,
		clients.Function,
		entries.Function,
		invitations.Function,
		mcp.Function,
		meta.Function,
		oauth.Function,
		pages.Function,
		projects.Function,
		reports.Function,
		sso.Function,
		submissions.Function,
		tags.Function,
		tasks.Function,
		timers.Function,
		tracker.Function,
		webhooks.Function,
		workspaces.Function,
	}
}

// Names lists the functions: those without routes and that of every family.
func Names() []string {
	all := []string{Worker, Deliverer}
	for _, f := range Families() {
		all = append(all, f.Name)
	}
	return all
}

// Routes lists every route of every family.
func Routes() []route.Spec {
	var all []route.Spec
	for _, f := range Families() {
		all = append(all, f.Routes...)
	}
	return all
}

// NewGateway puts all families behind a gateway in one process.
func NewGateway(d *boot.Deps, o gateway.Options) *gateway.Gateway {
	var all []gateway.Function
	var fallback gateway.Function
	for _, f := range Families() {
		function := gateway.Function{Name: f.Name, Routes: f.Routes, Handle: o.WrapHandler(f.Name, f.Handler(d))}
		if f.Name == boot.Fallback {
			fallback = function
		}
		all = append(all, function)
	}
	o.Origins = d.Config.AllowedOrigins
	return gateway.New(o, fallback, all...)
}
