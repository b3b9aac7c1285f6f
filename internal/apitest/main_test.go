package apitest_test

import (
	"testing"

	"stint/functions/account"
	"stint/functions/projects"
	"stint/functions/timers"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m, account.Function, projects.Function, timers.Function) }
