package csvfile_test

import (
	"testing"

	"stint/scripts/stint/internal/sources/csvfile"
	"stint/scripts/stint/internal/timefile/filetest"
)

func TestSamples(t *testing.T) {
	t.Parallel()
	filetest.Samples(t, csvfile.Source)
}

func FuzzCSV(f *testing.F) { filetest.Fuzz(f, csvfile.Source) }
