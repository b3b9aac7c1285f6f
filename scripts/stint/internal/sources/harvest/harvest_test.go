package harvest_test

import (
	"testing"

	"stint/scripts/stint/internal/sources/harvest"
	"stint/scripts/stint/internal/timefile/filetest"
)

func TestSamples(t *testing.T) {
	t.Parallel()
	filetest.Samples(t, harvest.Source)
}

func FuzzHarvest(f *testing.F) { filetest.Fuzz(f, harvest.Source) }
