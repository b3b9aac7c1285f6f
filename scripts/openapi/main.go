// Command openapi writes the OpenAPI document and the reference page that the
// meta function serves. With -check it writes nothing, and fails if they are
// not what the route table says.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"stint/functions"
	"stint/functions/meta"
	"stint/shared/openapi"
)

func main() {
	check := flag.Bool("check", false, "only tell whether the files are as they should be")
	root := flag.String("root", ".", "root of the module")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "openapi:", err)
		os.Exit(1)
	}
}

// file is one file that is made from the route table.
type file struct {
	path    string // below the root
	content []byte
}

func run(root string, check bool) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	for _, f := range files {
		target := filepath.Join(root, filepath.FromSlash(f.path))
		if !check {
			err = errors.Join(err, os.WriteFile(target, f.content, 0o644))
			continue
		}
		if current, readErr := os.ReadFile(target); readErr != nil || !bytes.Equal(current, f.content) {
			err = errors.Join(err, fmt.Errorf("%s is not what the route table says; run go run ./scripts/openapi", f.path))
		}
	}
	return err
}

// generate makes both files.
func generate(root string) ([]file, error) {
	document := openapi.Build(functions.Routes(), openapi.Options{
		Title: "Stint", Version: "v1", Server: meta.PlaceholderServer, Source: os.DirFS(root),
	})
	spec, err := document.JSON()
	if err != nil {
		return nil, err
	}
	page, err := renderReference(document)
	if err != nil {
		return nil, err
	}
	return []file{{"functions/meta/openapi.json", spec}, {"functions/meta/reference.html", page}}, nil
}
