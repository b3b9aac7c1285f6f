package engine_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"stint/shared/engine"
)

// pinnedRunsHere: the pinned package is for this system.
const pinnedRunsHere = runtime.GOOS == "linux" && runtime.GOARCH == "amd64"

// fakeModule makes a working directory inside an empty module.
func fakeModule(t *testing.T) (root string) {
	t.Helper()
	root = t.TempDir()
	inner := filepath.Join(root, "some", "package")
	if err := os.MkdirAll(inner, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module other\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(inner)
	return root
}

func writeScript(t *testing.T, path, says string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\necho "+says+" >&2\nexit 3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
}

func TestMissingBinaryErrorSaysHowToInstall(t *testing.T) {
	fakeModule(t)
	t.Setenv("PATH", t.TempDir())
	_, err := engine.Start(t.Context(), engine.Options{})
	if err == nil {
		t.Fatal("started something")
	}
	for _, word := range []string{"npm ci", "brew install", "cargo install", engine.EndpointVariable} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q does not name %q", err, word)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("more than a line: %q", err)
	}
}

func TestPinnedBinaryComesBeforeThePath(t *testing.T) {
	root := fakeModule(t)
	bin := t.TempDir()
	writeScript(t, filepath.Join(bin, "dynoxide"), "from the path")
	t.Setenv("PATH", bin)
	_, err := engine.Start(t.Context(), engine.Options{})
	if err == nil || !strings.Contains(err.Error(), "exit status 3") || !strings.Contains(err.Error(), "from the path") {
		t.Errorf("without a pinned one: %v", err)
	}

	pinned := filepath.Join(root, "node_modules", "@dynoxide", "linux-x64", "dynoxide")
	writeScript(t, pinned, "from the module")
	want := "from the module"
	if !pinnedRunsHere {
		want = "from the path"
	}
	_, err = engine.Start(t.Context(), engine.Options{})
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("with one, want words %s: %v", want, err)
	}
}

func TestTheReferenceEngineIsRunByJava(t *testing.T) {
	bin, jars := t.TempDir(), t.TempDir()
	writeScript(t, filepath.Join(bin, "java"), `"$*"`)
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	_, err := engine.Start(t.Context(), engine.Options{Reference: jars})
	for _, want := range []string{"DynamoDB Local ended while starting (exit status 3)", "-cp " + jars + "/*", "-inMemory -disableTelemetry -port "} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestTheReferenceEngineNeedsJava(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := engine.Start(t.Context(), engine.Options{Reference: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "needs Java") {
		t.Errorf("error %v", err)
	}
}
