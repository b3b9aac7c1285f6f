package calendar_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/calendar"
	"stint/functions/pages"
	"stint/functions/sso"
	"stint/functions/workspaces"
	"stint/internal/apitest"
	"stint/internal/browser"
)

func TestMain(m *testing.M) {
	browser.Main(func() {
		apitest.Main(m,
			account.Function, calendar.Function, pages.Function, sso.Function, workspaces.Function,
		)
	})
}
