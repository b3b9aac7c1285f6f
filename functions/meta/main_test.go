package meta_test

import (
	"testing"

	"stint/functions/meta"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m, meta.Function) }
