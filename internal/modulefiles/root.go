// Package modulefiles finds the files of this module, for tests of any package.
package modulefiles

import (
	"os"
	"path/filepath"
)

// Root is the folder of go.mod, from the working directory upwards: that of a test is its package's
// folder. It is "" outside of a module. The paths that the compiler knows are not those of the files
// with -trimpath.
func Root() string {
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
