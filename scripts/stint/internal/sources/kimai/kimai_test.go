package kimai_test

import (
	"testing"

	"stint/scripts/stint/internal/sources/kimai"
	"stint/scripts/stint/internal/timefile/filetest"
)

func TestSamples(t *testing.T) {
	t.Parallel()
	filetest.Samples(t, kimai.Source)
}

func FuzzKimai(f *testing.F) { filetest.Fuzz(f, kimai.Source) }
