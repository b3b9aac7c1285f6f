//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// How long lockData waits for an engine whose parent was just killed to end.
const (
	lockWait  = time.Second
	lockPause = 10 * time.Millisecond
)

// Lock takes the lock of a file, which is the file with .lock after its name, and makes its folder. The caller closes
// it. Errors: another process has it for longer than a second.
func Lock(ctx context.Context, name string) (*os.File, error) {
	file, err := openLock(name)
	if err != nil {
		return nil, err
	}
	if err := flock(ctx, file); err != nil {
		return nil, errors.Join(fmt.Errorf("another process works at %s: %w", name, err), file.Close())
	}
	return file, nil
}

func openLock(name string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, fmt.Errorf("engine: folder of the data file: %w", err)
	}
	file, err := os.OpenFile(name+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("engine: lock of the data file: %w", err)
	}
	return file, nil
}

// lockData takes the lock of a data file; it returns nil for an engine in memory.
// SQLite allows two engines to open one file, and their data would differ.
func lockData(ctx context.Context, dataFile string) (*os.File, error) {
	if dataFile == "" {
		return nil, nil
	}
	file, err := openLock(dataFile)
	if err != nil {
		return nil, err
	}
	err = flock(ctx, file)
	if errors.Is(err, syscall.EWOULDBLOCK) && !endsWithParent && endOrphan(file) {
		err = flock(ctx, file)
	}
	if err != nil {
		file.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("engine: %s is in use by another engine; stop that one, or choose another data file",
				dataFile)
		}
		return nil, fmt.Errorf("engine: locking the data file: %w", err)
	}
	return file, nil
}

func flock(ctx context.Context, file *os.File) error {
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	again := time.NewTicker(lockPause)
	defer again.Stop()
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil || !errors.Is(err, syscall.EWOULDBLOCK) {
			return err
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return err
		}
	}
}

// KeepFilesPrivate makes the files of a data file, and those that this process and its engine make from now on,
// readable by their owner only, whatever the umask is. It changes the umask of the process.
func KeepFilesPrivate(dataFile string) error {
	syscall.Umask(0o077)
	if dataFile == "" {
		return nil
	}
	files, err := filepath.Glob(dataFile + "*") // with those that SQLite and DynamoDB Local keep beside it
	if err != nil {
		return err
	}
	for _, name := range files {
		info, err := os.Stat(name)
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			err = os.Chmod(name, info.Mode().Perm()&0o700)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
