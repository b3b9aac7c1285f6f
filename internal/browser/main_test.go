package browser_test

import (
	"testing"

	"stint/internal/browser"
)

func TestMain(m *testing.M) { browser.Main(func() { m.Run() }) }
