package programs

import (
	"os"
	"path/filepath"
)

// KeepNoResults makes Go forget the results of this test program after the run of scripts/test.sh, which
// sets STINT_RUN to another value each time. Every test that starts a program calls it, other than
// for the database engine, whose path has its hash: Go knows which files and environment variables a test reads,
// but not what the programs read that the test starts.
func KeepNoResults() { _ = os.Getenv(runVariable) }

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
