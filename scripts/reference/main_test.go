package main

import (
	"io"
	"strings"
	"testing"
)

func TestBadArgumentsAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"no command": {[]string{"folder"}, "usage"},
		"no jars":    {[]string{t.TempDir(), "true"}, "engine: "},
	} {
		if err := run(t.Context(), c.args, io.Discard); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}
