// Command openapi writes the OpenAPI document and the pages of the API reference, which the meta function serves,
// and the Go client in shared/client/api, if its part of the document changed. With -pages it makes only the
// pages, which are not committed: make reference. With -client it makes only the client, of the document that is
// there, for which oapi-codegen must be in the module cache or downloadable. With -check it writes nothing and
// fails if the files differ from what it would write.
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
	"stint/scripts/internal/reference"
	"stint/scripts/internal/samples"
	"stint/shared/openapi"
)

func main() {
	check := flag.Bool("check", false, "write nothing; fail if a file is not up to date")
	client := flag.Bool("client", false, "make only the Go client, of the document that is there")
	pagesOnly := flag.Bool("pages", false, "make only the pages of the reference")
	root := flag.String("root", ".", "folder of the module")
	flag.Parse()
	if err := run(context.Background(), *root, options{check: *check, client: *client, pages: *pagesOnly}); err != nil {
		fmt.Fprintln(os.Stderr, "openapi:", err)
		os.Exit(1)
	}
}

// file is a generated file.
type file struct {
	path    string // below the root
	content []byte
}

const (
	documentPath = "functions/meta/openapi.json"
	pages        = "functions/meta/reference" // has only generated files, and the .gitignore that keeps it
)

// options are the flags of the command.
type options struct{ check, client, pages bool }

func run(ctx context.Context, root string, o options) error {
	if o.client {
		spec, err := os.ReadFile(filepath.Join(root, documentPath))
		if err != nil {
			return err
		}
		client, err := generateClient(ctx, root, spec)
		return errors.Join(err, writeOrCompare(root, client, o.check))
	}
	files, err := generate(root, newDocument(root))
	if err != nil {
		return err
	}
	if o.pages {
		return errors.Join(forgetOthers(root, files, o.check), writeOrCompare(root, files[1:], o.check))
	}
	return update(ctx, root, files, o.check)
}

// update writes the document and the pages, and the client where it is not up to date; a check
// compares them only.
func update(ctx context.Context, root string, files []file, check bool) error {
	err := errors.Join(forgetOthers(root, files, check), writeOrCompare(root, files, check))
	current, clientErr := isClientCurrent(root, files[0].content)
	if clientErr != nil || current {
		return errors.Join(err, clientErr)
	}
	if check { // without oapi-codegen: it compares what the client was made from
		return errors.Join(err, errors.New("shared/client/api is not up to date: run go run ./scripts/openapi"))
	}
	client, clientErr := generateClient(ctx, root, files[0].content)
	return errors.Join(err, clientErr, writeOrCompare(root, client, check))
}

// writeOrCompare writes files; a check compares them only.
func writeOrCompare(root string, files []file, check bool) (err error) {
	for _, f := range files {
		target := filepath.Join(root, filepath.FromSlash(f.path))
		if !check {
			err = errors.Join(err, os.MkdirAll(filepath.Dir(target), 0o755), os.WriteFile(target, f.content, 0o644))
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
		if entry.Name() == ".gitignore" || slices.ContainsFunc(files, func(f file) bool { return f.path == name }) {
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

// newDocument makes the document of the route table.
func newDocument(root string) *openapi.Document {
	return openapi.Build(functions.Routes(), openapi.Options{
		Title: "Stint", Version: "v1", Server: meta.PlaceholderServer, Source: os.DirFS(root),
		Events: os.DirFS(filepath.Join(root, "events")),
	})
}

// generate makes the files of a document: itself and the pages.
func generate(root string, document *openapi.Document) ([]file, error) {
	spec, err := document.JSON()
	if err != nil {
		return nil, err
	}
	calls, err := samplesOf(root)
	if err != nil {
		return nil, err
	}
	texts, err := textsOf(root)
	if err != nil {
		return nil, err
	}
	texts.Document, texts.Samples = document, calls
	made, err := reference.Build(texts)
	all := []file{{documentPath, spec}}
	for _, f := range made {
		all = append(all, file{path.Join(pages, f.Name), f.Content})
	}
	return all, err
}

// papers are the texts that the reference has beside the guides, in the order of its contents.
var papers = []reference.Paper{
	{Name: "client-libraries", File: "docs/clients.md"},
	{Name: "policy", File: "docs/interface-changes.md"},
	{Name: "changelog", File: "CHANGELOG.md"},
}

// textsOf reads the texts and pictures of the reference.
func textsOf(root string) (reference.Source, error) {
	all := reference.Source{Guides: os.DirFS(filepath.Join(root, "docs/guides")),
		Commands: os.DirFS(filepath.Join(root, "docs/command")), Style: meta.Style, Script: meta.Script,
		Icon: meta.Icon}
	for _, p := range papers {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(p.File)))
		if err != nil {
			return all, err
		}
		p.Text = text
		all.Papers = append(all.Papers, p)
	}
	text, err := toolsPage(context.Background())
	if err != nil {
		return all, err
	}
	all.Papers = append(all.Papers, reference.Paper{Name: "tools", File: "docs/tools.md", Text: text})
	all.Pictures, err = reference.DrawPictures(context.Background(), root, "docs/guides/pictures")
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
