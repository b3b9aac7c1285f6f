// Command openapi writes the OpenAPI document and the reference page, which the meta
// function serves. With -check it writes nothing and fails if the files differ from
// what the route table makes.
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
	check := flag.Bool("check", false, "write nothing; fail if a file is not up to date")
	root := flag.String("root", ".", "folder of the module")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "openapi:", err)
		os.Exit(1)
	}
}

// file is a generated file.
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
			err = errors.Join(err, fmt.Errorf("%s is not up to date: run go run ./scripts/openapi", f.path))
		}
	}
	return err
}

// generate makes the document and the reference, in this order.
func generate(root string) ([]file, error) {
	document := openapi.Build(functions.Routes(), openapi.Options{
		Title: "Stint", Version: "v1", Server: meta.PlaceholderServer, Source: os.DirFS(root), Events: os.DirFS(filepath.Join(root, "events")),
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
