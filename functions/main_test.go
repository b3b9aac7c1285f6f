package functions_test

import (
	"testing"

	"stint/functions"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) { apitest.MainOfAll(m, functions.Families()...) }
