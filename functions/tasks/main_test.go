package tasks_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/apikeys"
	"stint/functions/invitations"
	"stint/functions/projects"
	"stint/functions/tasks"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) {
	apitest.Main(m,
		account.Function, apikeys.Function, invitations.Function, projects.Function, tasks.Function,
	)
}
