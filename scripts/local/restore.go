package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"stint/scripts/internal/homedata"
	"stint/shared/dynamo"
	"stint/shared/engine"
)

// unfinished is the file that a folder of data has while it is made from a copy.
const unfinished = "restore-unfinished"

// copyStopped writes a copy of data that no server uses.
func copyStopped(ctx context.Context, getenv func(string) string, folder string, out io.Writer) error {
	db, err := startOver(ctx, getenv, folder)
	if err != nil {
		return fmt.Errorf("no server answers with these settings (PORT, LISTEN), and its data cannot be opened: %w", err)
	}
	defer db.Stop()
	client, err := dynamo.NewClient(ctx, dynamo.Options{Endpoint: db.Endpoint()})
	if err != nil {
		return err
	}
	return backupSource(client, new(homedata.Recorder), folder).Write(ctx, out)
}

// startOver starts the engine over the data of a folder.
func startOver(ctx context.Context, getenv func(string) string, folder string) (*engine.Engine, error) {
	return engine.Start(ctx, engine.Options{DataFile: homedata.TableFile(folder),
		Reference: getenv(engine.LocalVariable)})
}

// restore makes the data of a copy, in a folder without any. One that was interrupted is begun again.
func restore(ctx context.Context, getenv func(string) string, name string) error {
	folder := homedata.Folder(getenv)
	b, err := homedata.OpenBackup(name)
	if err != nil {
		return err
	}
	defer b.Close()
	lock, err := engine.Lock(ctx, filepath.Join(folder, "restore")) // of the whole restore
	if err != nil {
		return err
	}
	defer lock.Close()
	marker := filepath.Join(folder, unfinished)
	if err := prepareFolder(folder, marker); err != nil {
		return err
	}
	if err := b.WriteFiles(folder); err != nil {
		return err
	}
	if err := restoreTable(ctx, getenv, b, folder); err != nil {
		return err
	}
	if err := errors.Join(syncFolder(folder), os.Remove(marker), syncFolder(folder)); err != nil {
		return err
	}
	fmt.Printf("%s has %s. Start the home server with it.\n", folder, b.About())
	return nil
}

// prepareFolder leaves in the folder of the lock nothing of a restore that was interrupted, and the marker of this one.
func prepareFolder(folder, marker string) error {
	if _, err := os.Stat(marker); err == nil {
		if err := removeEarlier(folder); err != nil {
			return err
		}
	}
	for _, name := range dataFiles(folder) {
		if _, err := os.Stat(name); err == nil || engine.HasData(name) {
			return fmt.Errorf("%s has data: name another folder with STINT_DATA", folder)
		}
	}
	return errors.Join(writeMarker(marker), syncFolder(folder), engine.KeepFilesPrivate(homedata.TableFile(folder)))
}

// dataFiles are the paths of the files that a restore writes.
func dataFiles(folder string) []string {
	all := []string{homedata.TableFile(folder)}
	for _, name := range homedata.Files() {
		all = append(all, filepath.Join(folder, name))
	}
	return all
}

// removeEarlier removes what a restore that was interrupted has written, but no lock.
func removeEarlier(folder string) error {
	besideTable, err := filepath.Glob(homedata.TableFile(folder) + "*") // what SQLite and DynamoDB Local keep there
	if err != nil {
		return err
	}
	for _, name := range append(besideTable, dataFiles(folder)...) {
		if strings.HasSuffix(name, ".lock") {
			continue
		}
		if err := os.RemoveAll(name); err != nil {
			return err
		}
	}
	return nil
}

// writeMarker writes the marker so that it outlives a loss of power, as what follows may.
func writeMarker(name string) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// syncFolder makes the names in a folder outlive a loss of power.
func syncFolder(folder string) error {
	opened, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(opened.Sync(), opened.Close())
}

func restoreTable(ctx context.Context, getenv func(string) string, b *homedata.Backup, folder string) error {
	db, err := startOver(ctx, getenv, folder)
	if err != nil {
		return err
	}
	defer db.Stop()
	client, err := homedata.NewClient(ctx, dynamo.Options{Endpoint: db.Endpoint(), Region: "us-east-1"}, homedata.Table,
		db.CommitsLate())
	if err != nil {
		return err
	}
	if err := dynamo.EnsureTable(ctx, client, homedata.Table); err != nil {
		return err
	}
	return b.WriteTable(ctx, client, homedata.Table)
}

// checkRestored refuses a folder whose restore did not end.
func (h home) checkRestored() error {
	if _, err := os.Stat(filepath.Join(h.folder, unfinished)); h.folder == "" || err != nil {
		return nil
	}
	return fmt.Errorf("the restore into %s was interrupted: run it again", h.folder)
}
