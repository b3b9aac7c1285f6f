package sso_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/invitations"
	"stint/functions/pages"
	"stint/functions/sso"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, invitations.Function, pages.Function, sso.Function,
	)
}
