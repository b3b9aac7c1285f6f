package clients_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/clients"
	"stint/functions/invitations"
	"stint/functions/projects"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m, account.Function, clients.Function, invitations.Function, projects.Function)
}
