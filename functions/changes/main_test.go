package changes_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/billing"
	"stint/functions/changes"
	"stint/functions/clients"
	"stint/functions/entries"
	"stint/functions/invitations"
	"stint/functions/projects"
	"stint/functions/submissions"
	"stint/functions/tags"
	"stint/functions/tasks"
	"stint/functions/timers"
	"stint/functions/workspaces"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, billing.Function, changes.Function, clients.Function, entries.Function, invitations.Function,
		projects.Function, submissions.Function, tags.Function, tasks.Function, timers.Function,
		workspaces.Function,
	)
}
