package account_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/apikeys"
	"stint/functions/calendar"
	"stint/functions/entries"
	"stint/functions/invitations"
	"stint/functions/pages"
	"stint/functions/reports"
	"stint/functions/sso"
	"stint/functions/submissions"
	"stint/functions/timers"
	"stint/functions/workspaces"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, apikeys.Function, calendar.Function, entries.Function, invitations.Function,
		pages.Function, reports.Function, sso.Function, submissions.Function, timers.Function, workspaces.Function,
	)
}
