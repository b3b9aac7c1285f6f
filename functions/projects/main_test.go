package projects_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/apikeys"
	"stint/functions/billing"
	"stint/functions/changes"
	"stint/functions/clients"
	"stint/functions/entries"
	"stint/functions/invitations"
	"stint/functions/projects"
	"stint/functions/tasks"
	"stint/functions/workspaces"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, apikeys.Function, billing.Function, changes.Function, clients.Function, entries.Function,
		invitations.Function, projects.Function, tasks.Function, workspaces.Function,
	)
}
