package runtimeapi

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// maxParallelBuilds bounds the builds at one time, because each takes a few hundred
// megabytes of memory.
const maxParallelBuilds = 2

// Build builds functions for this machine with the same flags as make build, each to
// <folder>/<name>/bootstrap. The root is the module's folder.
func Build(ctx context.Context, root, folder string, names ...string) error {
	return buildAll(ctx, runtime.GOOS, root, folder, names)
}

// BuildForContainers is Build for Linux containers on this machine.
func BuildForContainers(ctx context.Context, root, folder string, names ...string) error {
	return buildAll(ctx, "linux", root, folder, names)
}

func buildAll(ctx context.Context, system, root, folder string, names []string) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxParallelBuilds)
	for _, name := range names {
		group.Go(func() error {
			return build(ctx, system, root, "./functions/"+name+"/lambda", Binary(folder, name))
		})
	}
	return group.Wait()
}

// BuildOne builds the binary of one command for this machine from its package.
func BuildOne(ctx context.Context, root, source, binary string) error {
	return build(ctx, runtime.GOOS, root, source, binary)
}

func build(ctx context.Context, system, root, source, binary string) error {
	command := exec.CommandContext(ctx, "go", "build", "-tags", "lambda.norpc", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", binary, source)
	command.Dir = root
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s: %w\n%s", source, err, out)
	}
	return nil
}

// Binary is the path to which Build writes a function.
func Binary(folder, name string) string { return filepath.Join(folder, name, "bootstrap") }
