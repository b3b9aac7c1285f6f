package sso_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/apikeys"
	"stint/functions/invitations"
	"stint/functions/pages"
	"stint/functions/sso"
	"stint/functions/workspaces"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, apikeys.Function, invitations.Function, pages.Function, sso.Function, workspaces.Function,
	)
}
