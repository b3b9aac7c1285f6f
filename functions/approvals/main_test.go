package approvals_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/approvals"
	"stint/functions/clients"
	"stint/functions/entries"
	"stint/functions/invitations"
	"stint/functions/projects"
	"stint/functions/submissions"
	"stint/functions/workspaces"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, approvals.Function, clients.Function, entries.Function, invitations.Function, projects.Function,
		submissions.Function, workspaces.Function,
	)
}
