package tracker_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/clients"
	"stint/functions/entries"
	"stint/functions/invitations"
	"stint/functions/projects"
	"stint/functions/tags"
	"stint/functions/tasks"
	"stint/functions/timers"
	"stint/functions/tracker"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, clients.Function, entries.Function, invitations.Function, projects.Function,
		tags.Function, tasks.Function, timers.Function, tracker.Function,
	)
}
