//go:build verapdf

package timesheetpdf_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"stint/internal/programs"
	"stint/shared/locale"
	"stint/shared/timesheetpdf"
)

// veraPDF finds nothing against PDF/UA-1. The variable VERAPDF is its file; make test-pdf brings it.
func TestPDFUA(t *testing.T) {
	programs.KeepNoResults()
	hebrew := sample()
	hebrew.Person, hebrew.Unsigned = "דני כהן 12", &timesheetpdf.Unsigned{Attestation: "أوافق", SHA256: "abc"}
	for name, d := range map[string]timesheetpdf.Document{"sample": sample(), "hebrew": hebrew, "large": large(2_000)} {
		file := filepath.Join(t.TempDir(), name+".pdf")
		if err := os.WriteFile(file, render(t, d, locale.German, timesheetpdf.A4), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), "java", "-cp", os.Getenv("VERAPDF"),
			"org.verapdf.apps.GreenfieldCliWrapper", "--flavour", "ua1", file).CombinedOutput()
		if err != nil || !strings.Contains(string(out), `isCompliant="true"`) {
			t.Errorf("%s: %v\n%.3000s", name, err, out)
		}
	}
}
