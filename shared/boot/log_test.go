package boot

import (
	"log/slog"
	"strings"
	"testing"
)

// The level of the settings decides what a function logs. Alarms look for lines at the
// levels warn and error.
func TestLogLevel(t *testing.T) {
	t.Parallel()
	for level, want := range map[slog.Level]int{slog.LevelDebug: 4, slog.LevelInfo: 3, slog.LevelWarn: 2,
		slog.LevelError: 1} {
		var out strings.Builder
		log := newLog(&out, level)
		log.Debug("d")
		log.Info("i")
		log.Warn("w")
		log.Error("e")
		if n := strings.Count(out.String(), "\n"); n != want || !strings.HasPrefix(out.String(), "{") {
			t.Errorf("%s: %d lines, want %d\n%s", level, n, want, out.String())
		}
	}
}
