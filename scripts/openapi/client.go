package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
)

// clientFolder is where the generated client is, below the root of the module.
const clientFolder = "shared/client/api"

// generatorFolder is the folder of the module that pins oapi-codegen, so that what the tool needs is not
// among what the service needs.
const generatorFolder = "scripts/testclients/go"

//go:embed oapi-codegen.yaml
var clientSettings []byte

// isClientCurrent reports whether the client below a root was made from an OpenAPI document,
// with these settings and this version of oapi-codegen. It does not need oapi-codegen.
// Errors: the document is no JSON, or no version is pinned.
func isClientCurrent(root string, spec []byte) (bool, error) {
	_, extras, err := prepareClient(root, spec)
	if err != nil {
		return false, err
	}
	current, err := os.ReadFile(filepath.Join(root, clientFolder, "extras.go"))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return bytes.Equal(current, extras), err
}

// generateClient makes the Go client of a document: oapi-codegen the types and requests, makeExtras the lists and
// retries. Errors: those of oapi-codegen, which must be in the module cache or downloadable.
func generateClient(ctx context.Context, root string, spec []byte) ([]file, error) {
	reduced, extras, err := prepareClient(root, spec)
	if err != nil {
		return nil, err
	}
	code, err := runTool(ctx, root, reduced)
	if err != nil {
		return nil, err
	}
	return []file{{clientFolder + "/api.go", code}, {clientFolder + "/extras.go", extras}}, nil
}

// prepareClient makes what the client needs without oapi-codegen: the reduced document and the extras.
func prepareClient(root string, spec []byte) (reduced, extras []byte, err error) {
	if reduced, err = reduce(spec); err != nil {
		return nil, nil, err
	}
	sum, err := sumOf(root, reduced)
	if err != nil {
		return nil, nil, err
	}
	extras, err = makeExtras(reduced, sum)
	return reduced, extras, err
}

// runTool makes the types and requests.
func runTool(ctx context.Context, root string, reduced []byte) ([]byte, error) {
	work, err := os.MkdirTemp("", "goclient")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(work) }()
	document, config, out := filepath.Join(work, "openapi.json"), filepath.Join(work, "config.yaml"),
		filepath.Join(work, "api.go")
	err = errors.Join(os.WriteFile(document, reduced, 0o600), os.WriteFile(config, clientSettings, 0o600))
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, "go", "tool", "oapi-codegen", "-config", config, "-o", out, document)
	command.Dir = filepath.Join(root, generatorFolder)
	if said, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("oapi-codegen: %w\n%s", err, said)
	}
	return os.ReadFile(out)
}

// generatorVersion finds the pinned version of oapi-codegen.
var generatorVersion = regexp.MustCompile(`github\.com/oapi-codegen/oapi-codegen/v2 (v\S+)`)

// sumOf names what the client is made from: the document, the settings and the tool.
func sumOf(root string, reduced []byte) (string, error) {
	pins, err := os.ReadFile(filepath.Join(root, generatorFolder, "go.mod"))
	if err != nil {
		return "", err
	}
	found := generatorVersion.FindSubmatch(pins)
	if found == nil {
		return "", fmt.Errorf("%s/go.mod pins no oapi-codegen", generatorFolder)
	}
	return fmt.Sprintf("%x", sha256.Sum256(bytes.Join([][]byte{reduced, clientSettings, found[1]}, []byte{0}))), nil
}
