package apikeys_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/apikeys"
	"stint/functions/invitations"
	"stint/functions/projects"
	"stint/functions/reports"
	"stint/functions/timers"
	"stint/functions/workspaces"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, apikeys.Function, invitations.Function, projects.Function, reports.Function,
		timers.Function, workspaces.Function,
	)
}
