package deliverer_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/apikeys"
	"stint/functions/entries"
	"stint/functions/invitations"
	"stint/functions/meta"
	"stint/functions/projects"
	"stint/functions/submissions"
	"stint/functions/tags"
	"stint/functions/timers"
	"stint/functions/webhooks"
	"stint/functions/workspaces"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, apikeys.Function, entries.Function, invitations.Function, meta.Function, projects.Function,
		submissions.Function, tags.Function, timers.Function, webhooks.Function, workspaces.Function,
	)
}
