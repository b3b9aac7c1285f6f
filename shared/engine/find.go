package engine

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// howToInstall says how to get a database engine, on which system.
const howToInstall = "run `npm ci` (linux x64), `brew install nubo-db/tap/dynoxide` (mac) or `cargo install dynoxide-rs` (arm, or any other system)," +
	" or `make dynamodb-local` for the one of AWS (Java 17 or later, and Maven), or set " + EndpointVariable + " to a DynamoDB that runs already"

// errNoBinary says in one line how to install the binary.
var errNoBinary = errors.New("engine: no embedded DynamoDB found: " + howToInstall)

// BinaryVariable names the binary in the environment. The tests' scripts set it to a copy whose
// name has the binary's hash, so that Go can keep results of tests, also for other checkouts.
const BinaryVariable = "STINT_DYNOXIDE"

// findBinary returns the path of the binary: the one that BinaryVariable names, else the
// one that npm ci installed in this module, else the one on the PATH.
func findBinary() (string, error) {
	if path := os.Getenv(BinaryVariable); path != "" {
		return path, nil
	}
	if path := pinnedBinary(); path != "" {
		return path, nil
	}
	path, err := exec.LookPath("dynoxide")
	if err != nil {
		return "", errNoBinary
	}
	return filepath.Abs(path)
}

// pinnedBinary is the binary of the exact version in package.json, or "" on
// systems without that package. It looks only in the module's own folder, because
// package-lock.json does not cover a node_modules folder further up.
func pinnedBinary() string {
	root := moduleRoot()
	if root == "" || runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return ""
	}
	path := filepath.Join(root, "node_modules", "@dynoxide", "linux-x64", "dynoxide")
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o111 == 0 {
		return ""
	}
	return path
}

// moduleRoot is the nearest folder with a go.mod, from the working directory
// upwards; "" when there is none.
func moduleRoot() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && info.Mode().IsRegular() {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
