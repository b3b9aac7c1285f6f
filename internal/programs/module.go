package programs

import (
	"os"
	"path/filepath"
)

// KeepNoResults makes Go forget the results of this test program after the run of scripts/test.sh, which
// sets STINT_RUN to another value each time. Every test that starts a program calls it or KeepResultsOf, other
// than for the database engine, whose path has its hash: Go knows which files and environment variables a test reads,
// but not what the programs read that the test starts.
func KeepNoResults() { _ = os.Getenv(runVariable) }

// KeepResultsOf is KeepNoResults for a test that starts only programs of the machine. Go keeps the results until one
// of these changes: scripts/test.sh sets STINT_INSTALLED to what scripts/installed.sh prints. Without that, it
// is KeepNoResults. The names say on which programs the test depends; internal/architecture checks that the script
// looks at each. Go notes only what a test reads while it runs, so a call before testing.M.Run has no effect.
func KeepResultsOf(names ...string) {
	if os.Getenv("STINT_INSTALLED") == "" {
		KeepNoResults()
	}
}

// Reads tells Go that a program reads files of the module which the test itself does not open.
func Reads(files ...string) {
	for _, file := range files {
		_, _ = os.Stat(file)
	}
}

// runVariable names in the environment the run of scripts/test.sh or scripts/testfast.
const runVariable = "STINT_RUN"

// ModuleRoot is the folder of go.mod, from the working directory upwards: that of a test is its package's
// folder. It is "" outside of a module. The paths that the compiler knows are not those of the files
// with -trimpath.
func ModuleRoot() string {
	folder, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		if filepath.Dir(folder) == folder {
			break
		}
		folder = filepath.Dir(folder)
	}
	return ""
}
