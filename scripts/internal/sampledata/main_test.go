package sampledata

import (
	"testing"

	"stint/functions"
	"stint/internal/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m, functions.Families()...) }
