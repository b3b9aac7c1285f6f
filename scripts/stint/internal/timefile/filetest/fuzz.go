package filetest

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"

	"stint/scripts/stint/internal/timefile"
)

// Fuzz reads any content. A reader does not panic, ends, and makes only rows that can be used.
func Fuzz(f *testing.F, s timefile.Source) {
	for _, path := range samples(f) {
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	z := Zone(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		o := timefile.Options{Zone: z, Sibling: func(string) (io.ReadCloser, error) { return nil, fs.ErrNotExist }}
		ended := false
		for row, err := range s.Read(memory{bytes.NewReader(b), "fuzz"}, o) {
			if ended {
				t.Error("a row comes after an error")
			}
			if _, isRefused := errors.AsType[timefile.Refused](err); err != nil && !isRefused {
				ended = true
			} else if err == nil {
				CheckRow(t, row, s.HasClock)
			} else if strings.TrimSpace(err.Error()) == "" {
				t.Error("a row is refused without a reason")
			}
		}
	})
}
