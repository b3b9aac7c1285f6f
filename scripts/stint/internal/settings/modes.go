package settings

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// OpenError is the error of settings that other users of the machine can read or change. Who changes
// them gets the key.
type OpenError struct{ Path, Remedy string }

// Error implements error.
func (e *OpenError) Error() string {
	return fmt.Sprintf("other users of this machine can read or change %s, which has your API key or tokens: run "+
		"%s. If others may have read it, revoke the key, or run stint logout", e.Path, e.Remedy)
}

// The bits of a mode that others need to read or change a file, or to replace one in a folder.
const (
	openFile   = 0o077
	openFolder = 0o022
)

// checkModes checks that the settings are the user's alone. The modes of Windows say nothing.
// Errors: *OpenError, fs.ErrNotExist.
func checkModes(file string) error {
	info, err := os.Stat(file)
	if err != nil || runtime.GOOS == "windows" {
		return err
	}
	if info.Mode().Perm()&openFile != 0 {
		return &OpenError{file, fmt.Sprintf("chmod 600 %q", file)}
	}
	folder, err := os.Stat(filepath.Dir(file))
	if err == nil && folder.Mode().Perm()&openFolder != 0 {
		err = &OpenError{filepath.Dir(file), fmt.Sprintf("chmod 700 %q", filepath.Dir(file))}
	}
	return err
}
