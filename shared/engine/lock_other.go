//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package engine

import (
	"context"
	"errors"
	"os"
)

// lockData refuses data files, because this system has no file locks.
func lockData(_ context.Context, dataFile string) (*os.File, error) {
	if dataFile == "" {
		return nil, nil
	}
	return nil, errors.New("engine: a data file cannot be guarded on this system; run in memory, or set " +
		EndpointVariable)
}

// Lock refuses, because this system has no file locks.
func Lock(ctx context.Context, name string) (*os.File, error) { return lockData(ctx, name) }

// recordHolder does nothing: there is no lock.
func recordHolder(*os.File, int) {}

// KeepFilesPrivate does nothing: this system has no modes of files.
func KeepFilesPrivate(string) error { return nil }
