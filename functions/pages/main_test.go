package pages_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/approvals"
	"stint/functions/entries"
	"stint/functions/invitations"
	"stint/functions/meta"
	"stint/functions/oauth"
	"stint/functions/pages"
	"stint/functions/projects"
	"stint/functions/sso"
	"stint/functions/submissions"
	"stint/functions/tasks"
	"stint/functions/timers"
	"stint/functions/workspaces"
	"stint/internal/apitest"
	"stint/internal/browser"
)

func TestMain(m *testing.M) {
	browser.Main(func() {
		apitest.Main(m,
			account.Function, approvals.Function, entries.Function, invitations.Function, meta.Function, oauth.Function,
			pages.Function, projects.Function, sso.Function, submissions.Function, tasks.Function, timers.Function,
			workspaces.Function,
		)
	})
}
