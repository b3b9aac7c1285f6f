package reports_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/apikeys"
	"stint/functions/billing"
	"stint/functions/clients"
	"stint/functions/entries"
	"stint/functions/invitations"
	"stint/functions/meta"
	"stint/functions/projects"
	"stint/functions/reports"
	"stint/functions/submissions"
	"stint/functions/tags"
	"stint/functions/tasks"
	"stint/functions/timers"
	"stint/functions/workspaces"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, apikeys.Function, billing.Function, clients.Function, entries.Function, invitations.Function,
		meta.Function, projects.Function, reports.Function, submissions.Function, tags.Function, tasks.Function,
		timers.Function, workspaces.Function,
	)
}
