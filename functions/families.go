// Package functions lists the families of routes. Each family has a folder, a route
// table and a Lambda function. The infrastructure, the OpenAPI document, the home
// server and the tests use this package; no Lambda function links it.
package functions

import (
	"stint/functions/account"
	"stint/functions/apikeys"
	"stint/functions/approvals"
	"stint/functions/billing"
	"stint/functions/calendar"
	"stint/functions/changes"
	"stint/functions/clients"
	"stint/functions/entries"
	"stint/functions/invitations"
	"stint/functions/meta"
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

// Family is one of the folders below this one.
type Family struct {
	Name   string // name of the folder and of the function
	Routes []route.Spec
	build  func(*boot.Deps) any
}

// Fallback is the family whose function answers paths that no route has.
const Fallback = "meta"

// Families lists all families by name.
func Families() []Family {
	return []Family{
		newFamily("account", account.Routes, account.New),
		newFamily("apikeys", apikeys.Routes, apikeys.New),
		newFamily("approvals", approvals.Routes, approvals.New),
		newFamily("billing", billing.Routes, billing.New),
		newFamily("calendar", calendar.Routes, calendar.New),
		newFamily("changes", changes.Routes, changes.New),
		newFamily("clients", clients.Routes, clients.New),
		newFamily("entries", entries.Routes, entries.New),
		newFamily("invitations", invitations.Routes, invitations.New),
		newFamily("meta", meta.Routes, meta.New),
		newFamily("pages", pages.Routes, pages.New),
		newFamily("projects", projects.Routes, projects.New),
		newFamily("reports", reports.Routes, reports.New),
		newFamily("sso", sso.Routes, sso.New),
		newFamily("submissions", submissions.Routes, submissions.New),
		newFamily("tags", tags.Routes, tags.New),
		newFamily("tasks", tasks.Routes, tasks.New),
		newFamily("timers", timers.Routes, timers.New),
		newFamily("tracker", tracker.Routes, tracker.New),
		newFamily("webhooks", webhooks.Routes, webhooks.New),
		newFamily("workspaces", workspaces.Routes, workspaces.New),
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
		function := gateway.Function{Name: f.Name, Routes: f.Routes, Handle: o.WrapHandler(f.Name, d.Handler(f.build(d), f.Routes))}
		if f.Name == Fallback {
			fallback = function
		}
		all = append(all, function)
	}
	o.Origins = d.Config.AllowedOrigins
	return gateway.New(o, fallback, all...)
}

func newFamily[F any](name string, routes []route.Spec, build func(*boot.Deps) F) Family {
	return Family{Name: name, Routes: routes, build: func(d *boot.Deps) any { return build(d) }}
}
