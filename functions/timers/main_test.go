package timers_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/apikeys"
	"stint/functions/billing"
	"stint/functions/entries"
	"stint/functions/invitations"
	"stint/functions/projects"
	"stint/functions/tags"
	"stint/functions/tasks"
	"stint/functions/timers"
	"stint/functions/workspaces"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, apikeys.Function, billing.Function, entries.Function, invitations.Function, projects.Function,
		tags.Function, tasks.Function, timers.Function, workspaces.Function,
	)
}
