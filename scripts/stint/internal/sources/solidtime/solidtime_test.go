package solidtime_test

import (
	"testing"

	"stint/scripts/stint/internal/sources/solidtime"
	"stint/scripts/stint/internal/timefile/filetest"
)

func TestSamples(t *testing.T) {
	t.Parallel()
	filetest.Samples(t, solidtime.Source)
}

func FuzzSolidtime(f *testing.F) { filetest.Fuzz(f, solidtime.Source) }
