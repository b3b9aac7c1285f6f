package toggl_test

import (
	"testing"

	"stint/scripts/stint/internal/sources/toggl"
	"stint/scripts/stint/internal/timefile/filetest"
)

func TestSamples(t *testing.T) {
	t.Parallel()
	filetest.Samples(t, toggl.Source)
}

func FuzzToggl(f *testing.F) { filetest.Fuzz(f, toggl.Source) }
