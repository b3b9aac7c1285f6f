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

// maxParallelBuilds is how many functions are built at once: each takes a few hundred
// megabytes for a second or two.
const maxParallelBuilds = 2

// Build builds functions for this machine as make build does for AWS, each into
// <folder>/<name>/bootstrap. The root is the module's folder.
func Build(ctx context.Context, root, folder string, names ...string) error {
	return buildAll(ctx, runtime.GOOS, root, folder, names)
}

// BuildForContainers is Build for containers on this machine, which run Linux.
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

// BuildOne builds one binary for this machine from the source of a command.
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

// Binary is where Build leaves a function.
func Binary(folder, name string) string { return filepath.Join(folder, name, "bootstrap") }
