package commands_test

import (
	"context"
	"os"
	"testing"

	"stint/functions"
	"stint/internal/apitest"
	"stint/scripts/stint/internal/commands"
)

// asCommand makes the test binary the command itself, for shells that call it.
const asCommand = "STINT_TEST_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		os.Exit(commands.Run(context.Background(), os.Args[1:], commands.SystemEnv("test")))
	}
	apitest.MainOfAll(m, functions.Families()...)
}
