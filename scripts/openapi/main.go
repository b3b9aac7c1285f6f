// Command openapi writes the OpenAPI document and the pages of the API reference, which the
// meta function serves, and the Go client in shared/client/api, if its part of the document
// changed. With -check it writes nothing and fails if the files differ from what the route
// table makes. With -client it makes the client again in any case, for which oapi-codegen
// must be in the module cache or downloadable.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"stint/functions"
	"stint/functions/meta"
	"stint/scripts/internal/goclient"
	"stint/scripts/internal/reference"
	"stint/scripts/internal/samples"
	"stint/shared/openapi"
)

func main() {
	check := flag.Bool("check", false, "write nothing; fail if a file is not up to date")
	client := flag.Bool("client", false, "make the Go client again, even if its document is the same")
	root := flag.String("root", ".", "folder of the module")
	flag.Parse()
	if err := run(context.Background(), *root, options{check: *check, client: *client}); err != nil {
		fmt.Fprintln(os.Stderr, "openapi:", err)
		os.Exit(1)
	}
}

// file is a generated file.
type file struct {
	path    string // below the root
	content []byte
}

// pages is the folder of the generated pages, which has no other files.
const pages = "functions/meta/reference"

// options are the flags of the command.
type options struct{ check, client bool }

func run(ctx context.Context, root string, o options) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	client, err := generateClient(ctx, root, files[0].content, o)
	if err != nil {
		return err
	}
	return writeOrCompare(root, append(files, client...), o.check)
}

// generateClient makes the Go client where it is not up to date. A check without -client needs no
// oapi-codegen: it compares what the client was made from.
func generateClient(ctx context.Context, root string, spec []byte, o options) ([]file, error) {
	current, err := goclient.IsCurrent(root, spec)
	switch {
	case err != nil || current && !o.client:
		return nil, err
	case !current && o.check:
		return nil, errors.New("shared/client/api is not up to date: run go run ./scripts/openapi")
	}
	made, err := goclient.Generate(ctx, root, spec)
	var files []file
	for path, content := range made {
		files = append(files, file{path, content})
	}
	return files, err
}

// writeOrCompare writes files; a check compares them only.
func writeOrCompare(root string, files []file, check bool) (err error) {
	if err := os.MkdirAll(filepath.Join(root, filepath.FromSlash(pages)), 0o755); err != nil && !check {
		return err
	}
	err = forgetOthers(root, files, check)
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

// forgetOthers removes the pages that are not generated any more. With check it is an error that
// there are some.
func forgetOthers(root string, files []file, check bool) (err error) {
	found, _ := os.ReadDir(filepath.Join(root, filepath.FromSlash(pages)))
	for _, entry := range found {
		name := path.Join(pages, entry.Name())
		if slices.ContainsFunc(files, func(f file) bool { return f.path == name }) {
			continue
		}
		if check {
			err = errors.Join(err, fmt.Errorf("%s is not generated: run go run ./scripts/openapi", name))
		} else {
			err = errors.Join(err, os.Remove(filepath.Join(root, filepath.FromSlash(name))))
		}
	}
	return err
}

// generate makes the document and then the pages.
func generate(root string) ([]file, error) {
	module := os.DirFS(root)
	document := openapi.Build(functions.Routes(), openapi.Options{
		Title: "Stint", Version: "v1", Server: meta.PlaceholderServer, Source: module, Events: os.DirFS(filepath.Join(root, "events")),
	})
	spec, err := document.JSON()
	if err != nil {
		return nil, err
	}
	calls, err := samplesOf(root)
	if err != nil {
		return nil, err
	}
	made, err := reference.Build(reference.Source{
		Document: document, Samples: calls, Guides: os.DirFS(filepath.Join(root, "docs/guides")), Style: meta.Style, Script: meta.Script,
	})
	all := []file{{"functions/meta/openapi.json", spec}}
	for _, f := range made {
		all = append(all, file{path.Join(pages, f.Name), f.Content})
	}
	return all, err
}

// samplesOf makes the samples of each operation of its sample event.
func samplesOf(root string) (map[string][]samples.Sample, error) {
	requests, err := samples.Read(os.DirFS(filepath.Join(root, "events")))
	all := map[string][]samples.Sample{}
	for id, request := range requests {
		all[id] = samples.For(request)
	}
	return all, err
}
