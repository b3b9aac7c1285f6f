package calendar_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/calendar"
	"stint/functions/sso"
	"stint/functions/workspaces"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, calendar.Function, sso.Function, workspaces.Function,
	)
}
