// Command release packs a release. make release builds the programs and calls it:
//
//	release check <version>                whether the version may be released
//	release functions <folder> <folder>    an archive of each function of the first folder
//	release cdkversion <package.json>      the version of the CDK command line
//	release pack <version> <from> <to>     the files of a release, and their checksums
//
// The same input makes the same bytes on every machine. SOURCE_DATE_EPOCH is the time in the files of pack.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"stint/scripts/internal/command"
)

const errUsage = command.UsageError("usage: release check <version> | functions <from> <to> | cdkversion <file> | pack <version> <from> <to>")

func main() {
	command.Main("release", func(context.Context) error { return run(os.Args[1:], os.Getenv) })
}

// run runs the command of the arguments. Errors: errUsage.
func run(args []string, getenv func(string) string) error {
	switch {
	case len(args) == 2 && args[0] == "check":
		return checkVersion(args[1], ".")
	case len(args) == 3 && args[0] == "functions":
		return packFunctions(args[1], args[2])
	case len(args) == 2 && args[0] == "cdkversion":
		return printCDKVersion(args[1])
	case len(args) == 4 && args[0] == "pack":
		at, err := timeOfSource(getenv)
		if err != nil {
			return err
		}
		return pack(args[1], args[2], args[3], at)
	}
	return errUsage
}

// timeOfSource is the time in the files of pack, that of the commit.
func timeOfSource(getenv func(string) string) (time.Time, error) {
	seconds, err := strconv.ParseInt(getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH is no number of seconds: %w", err)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// packFunctions makes an archive <family>.zip of each folder with a function.
func packFunctions(from, to string) error {
	functions, err := filepath.Glob(filepath.Join(from, "*", "bootstrap"))
	if err != nil {
		return err
	}
	if len(functions) == 0 {
		return fmt.Errorf("no functions in %s", from)
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, function := range functions {
		folder := filepath.Dir(function)
		if err := writeZip(filepath.Join(to, filepath.Base(folder)+".zip"), folder, "", timeOfFunctions); err != nil {
			return err
		}
	}
	return nil
}

// timeOfFunctions is the time in archives of functions: the first one that a zip can have. The time of the commit would
// change every archive, and a deployment would replace every function.
var timeOfFunctions = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)
