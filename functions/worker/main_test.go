package worker_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/apikeys"
	"stint/functions/calendar"
	"stint/functions/clients"
	"stint/functions/entries"
	"stint/functions/invitations"
	"stint/functions/pages"
	"stint/functions/projects"
	"stint/functions/submissions"
	"stint/functions/tags"
	"stint/functions/tasks"
	"stint/functions/timers"
	"stint/functions/webhooks"
	"stint/functions/workspaces"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, apikeys.Function, calendar.Function, clients.Function, entries.Function,
		invitations.Function, pages.Function, projects.Function, submissions.Function, tags.Function,
		tasks.Function, timers.Function, webhooks.Function, workspaces.Function,
	)
}
