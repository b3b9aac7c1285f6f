package oauth_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/apikeys"
	"stint/functions/entries"
	"stint/functions/invitations"
	"stint/functions/mcp"
	"stint/functions/oauth"
	"stint/functions/sso"
	"stint/functions/timers"
	"stint/functions/workspaces"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m, account.Function, apikeys.Function, entries.Function, invitations.Function, mcp.Function,
		oauth.Function, sso.Function, timers.Function, workspaces.Function)
}
