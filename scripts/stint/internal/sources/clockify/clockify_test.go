package clockify_test

import (
	"testing"

	"stint/scripts/stint/internal/sources/clockify"
	"stint/scripts/stint/internal/timefile/filetest"
)

func TestSamples(t *testing.T) {
	t.Parallel()
	filetest.Samples(t, clockify.Source)
}

func FuzzClockify(f *testing.F) { filetest.Fuzz(f, clockify.Source) }
