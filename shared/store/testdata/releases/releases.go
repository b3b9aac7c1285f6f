// Package releases has the records that each release wrote; README.md says how they come here. Test programs contain
// them, so that a result of tests counts for their content, and not for the times of the files.
package releases

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// The files of a release. Items and Attributes have a record in each line.
const (
	Items      = "items.jsonl.gz"   // the records that the requests of the tests left
	Attributes = "attributes.jsonl" // a record of each kind with all attributes
	World      = "world.json"       // what Items are about
)

//go:embed */*
var files embed.FS

// File is one file of a release.
type File struct {
	Release string // its version
	Content []byte // not compressed
}

// All are the files of a name, the one of the oldest release first.
func All(name string) (all []File, err error) {
	folders, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		content, err := files.ReadFile(path.Join(folder.Name(), name))
		if err == nil && strings.HasSuffix(name, ".gz") {
			content, err = unzip(content)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, File{folder.Name(), content})
	}
	if len(all) == 0 {
		return nil, errors.New("no release has " + name)
	}
	slices.SortFunc(all, func(a, b File) int { return Compare(a.Release, b.Release) })
	return all, nil
}

// Compare orders versions such as 1.9.0 and 1.10.0.
func Compare(a, b string) int { return semver.Compare("v"+a, "v"+b) }

func unzip(content []byte) ([]byte, error) {
	text, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(text)
}
