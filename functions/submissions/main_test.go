package submissions_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/apikeys"
	"stint/functions/approvals"
	"stint/functions/billing"
	"stint/functions/clients"
	"stint/functions/entries"
	"stint/functions/invitations"
	"stint/functions/projects"
	"stint/functions/submissions"
	"stint/functions/tasks"
	"stint/functions/timers"
	"stint/functions/workspaces"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, apikeys.Function, approvals.Function, billing.Function, clients.Function,
		entries.Function, invitations.Function, projects.Function, submissions.Function, tasks.Function,
		timers.Function, workspaces.Function,
	)
}
