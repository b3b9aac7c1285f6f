// Package programs builds programs of this module for tests and scripts. All of them share the
// folder bin/programs, and functions the folder of make build, so that each program is linked once for a version of its
// source. Go must not cache the results of tests that start programs, so they call KeepNoResults.
package programs

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Systems that programs are built for, all with the processor of this machine.
const (
	Here       = runtime.GOOS
	Containers = "linux"
)

// HomeServer is the package of the home server.
const HomeServer = "scripts/local"

// maxParallelBuilds bounds the builds at one time, because each takes a few hundred
// megabytes of memory.
const maxParallelBuilds = 2

// FunctionPath is the path of a family's function below the module's folder. It need not be built.
func FunctionPath(root, system, family string) string {
	folder := filepath.Join("programs", system, "functions")
	if system == Containers {
		folder = "lambda-" + runtime.GOARCH // of make build
	}
	return filepath.Join(root, "bin", folder, family, bootstrap)
}

// bootstrap is the file for which Lambda's runtime and sam look.
const bootstrap = "bootstrap"

// BuildFunctions builds the functions of families to the paths that FunctionPath returns. The root
// is the module's folder.
func BuildFunctions(ctx context.Context, root, system string, families ...string) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxParallelBuilds)
	for _, family := range families {
		group.Go(func() error {
			return build(ctx, root, system, "functions/"+family+"/lambda", FunctionPath(root, system, family))
		})
	}
	return group.Wait()
}

// Build builds a program for this machine from its package, such as HomeServer, and returns its
// absolute path.
func Build(ctx context.Context, root, source string) (string, error) {
	path, err := filepath.Abs(filepath.Join(root, "bin", "programs", Here, source, bootstrap))
	if err != nil {
		return "", err
	}
	return path, build(ctx, root, Here, source, path)
}

// built has the path of each program that this process has built. Its source does not change
// meanwhile.
var built sync.Map

// build builds a program with the flags of make build, unless this process or this run of the tests has done so. It
// waits for other processes that build the same program.
func build(ctx context.Context, root, system, source, path string) error {
	KeepNoResults()
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if _, done := built.Load(path); done {
		return nil
	}
	held, err := lock(filepath.Dir(path) + ".lock")
	if err != nil {
		return fmt.Errorf("build ./%s: %w", source, err)
	}
	defer held.unlock()
	if run := os.Getenv(runVariable); !held.isBuilt(path, run) {
		if err := link(ctx, root, system, source, path); err != nil {
			return err
		}
		if err := held.keepRun(run); err != nil {
			return fmt.Errorf("build ./%s: %w", source, err)
		}
	}
	built.Store(path, true)
	return nil
}

// link runs go build, which leaves a program alone that is up to date.
func link(ctx context.Context, root, system, source, path string) error {
	command := exec.CommandContext(ctx, "go", "build", "-tags", "lambda.norpc", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w", "-o", path, "./"+source)
	command.Dir = root
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("build ./%s: %w\n%s", source, err, out)
	}
	return nil
}
