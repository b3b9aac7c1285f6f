package webhooks_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/invitations"
	"stint/functions/webhooks"
	"stint/functions/workspaces"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, invitations.Function, webhooks.Function, workspaces.Function,
	)
}
