package workspaces_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/apikeys"
	"stint/functions/billing"
	"stint/functions/changes"
	"stint/functions/entries"
	"stint/functions/invitations"
	"stint/functions/projects"
	"stint/functions/sso"
	"stint/functions/tags"
	"stint/functions/timers"
	"stint/functions/workspaces"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, apikeys.Function, billing.Function, changes.Function, entries.Function, invitations.Function,
		projects.Function, sso.Function, tags.Function, timers.Function, workspaces.Function,
	)
}
