// Package mcp serves agents: programs of language models, which speak the Model Context Protocol
// (modelcontextprotocol.io). Its tools are made of operations of other families, which run in the same process with
// the credential of the request. So permissions, validation, limits, audit and idempotency are those of the operations.
package mcp

import (
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"stint/functions/apikeys"
	"stint/functions/changes"
	"stint/functions/clients"
	"stint/functions/entries"
	"stint/functions/projects"
	"stint/functions/reports"
	"stint/functions/submissions"
	"stint/functions/tags"
	"stint/functions/tasks"
	"stint/functions/timers"
	"stint/functions/workspaces"
	"stint/shared/accounts"
	"stint/shared/boot"
	"stint/shared/secret"
)

// toolFamilies are the families whose operations the tools run. access.ToolFamilies gives this function what they need.
var toolFamilies = []boot.Function{
	apikeys.Function, changes.Function, clients.Function, entries.Function, projects.Function, reports.Function,
	submissions.Function, tags.Function, tasks.Function, timers.Function, workspaces.Function,
}

// Family holds what the operations of this package need.
type Family struct {
	operations func() operations // made by the first call, because a start makes nothing that it does not need
	version    string            // of the service
	schemas    *sdk.SchemaCache  // of the tools, which every request declares again
	secrets    secret.Source
	accounts   *accounts.Service
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("mcp", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	made := sync.OnceValue(func() operations { return newOperations(d) })
	return &Family{operations: made, version: d.Config.Version, schemas: sdk.NewSchemaCache(),
		secrets: d.Secrets, accounts: d.Accounts()}
}
