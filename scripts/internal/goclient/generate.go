package goclient

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

// folder is where the generated files are, below the root of the module.
const folder = "shared/client/api"

// tools is the folder of the module that pins oapi-codegen, so that what the tool needs is not
// among what the service needs.
const tools = "scripts/testclients/go"

//go:embed oapi-codegen.yaml
var settings []byte

// Files are generated files, by their path below the root of the module.
type Files map[string][]byte

// IsCurrent reports whether the generated files below a root were made from an OpenAPI document,
// with these settings and this version of oapi-codegen. It does not need oapi-codegen.
// Errors: the document is no JSON, or no version is pinned.
func IsCurrent(root string, spec []byte) (bool, error) {
	reduced, err := Reduce(spec)
	if err != nil {
		return false, err
	}
	sum, err := sumOf(root, reduced)
	if err != nil {
		return false, err
	}
	extras, err := makeExtras(reduced, sum)
	if err != nil {
		return false, err
	}
	current, err := os.ReadFile(filepath.Join(root, folder, "extras.go"))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return bytes.Equal(current, extras), err
}

// Generate makes the client from an OpenAPI document.
// Errors: those of oapi-codegen, which must be in the module cache or downloadable.
func Generate(ctx context.Context, root string, spec []byte) (Files, error) {
	reduced, err := Reduce(spec)
	if err != nil {
		return nil, err
	}
	sum, err := sumOf(root, reduced)
	if err != nil {
		return nil, err
	}
	extras, err := makeExtras(reduced, sum)
	if err != nil {
		return nil, err
	}
	code, err := runTool(ctx, root, reduced)
	if err != nil {
		return nil, err
	}
	return Files{folder + "/api.go": code, folder + "/extras.go": extras}, nil
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
	if err := errors.Join(os.WriteFile(document, reduced, 0o600), os.WriteFile(config, settings, 0o600)); err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, "go", "tool", "oapi-codegen", "-config", config, "-o", out, document)
	command.Dir = filepath.Join(root, tools)
	if said, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("oapi-codegen: %w\n%s", err, said)
	}
	return os.ReadFile(out)
}

// version finds the pinned version of oapi-codegen.
var version = regexp.MustCompile(`github\.com/oapi-codegen/oapi-codegen/v2 (v\S+)`)

// sumOf names what the client is made from: the document, the settings and the tool.
func sumOf(root string, reduced []byte) (string, error) {
	pins, err := os.ReadFile(filepath.Join(root, tools, "go.mod"))
	if err != nil {
		return "", err
	}
	found := version.FindSubmatch(pins)
	if found == nil {
		return "", fmt.Errorf("%s/go.mod pins no oapi-codegen", tools)
	}
	return fmt.Sprintf("%x", sha256.Sum256(bytes.Join([][]byte{reduced, settings, found[1]}, []byte{0}))), nil
}
