package programs

import (
	"os"
	"path/filepath"
)

// KeepNoResults makes Go forget the results of this test program after the run of scripts/test.sh, which
// sets STINT_RUN to another value each time. Every test that starts a program calls it or KeepResultsOfInstalled, other
// than for the database engine, whose path has its hash: Go knows which files and environment variables a test reads,
// but not what the programs read that the test starts.
func KeepNoResults() { _ = os.Getenv(runVariable) }

// KeepResultsOfInstalled is KeepNoResults for a test that starts only programs of the machine, and names the files of
// the module that these read. Go keeps the results until one of them changes: scripts/test.sh sets STINT_INSTALLED to
// the versions of the programs. Without it, Go forgets them.
func KeepResultsOfInstalled(files ...string) {
	if os.Getenv("STINT_INSTALLED") == "" {
		KeepNoResults()
	}
	for _, file := range files {
		_, _ = os.Stat(file) // Go notes which files a test looks at
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
