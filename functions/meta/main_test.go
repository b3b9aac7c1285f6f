package meta_test

import (
	"testing"

	"stint/functions/meta"
	"stint/internal/apitest"
	"stint/internal/browser"
)

func TestMain(m *testing.M) {
	browser.Main(func() {
		apitest.Main(m,
			meta.Function,
		)
	})
}
