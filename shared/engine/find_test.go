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
	t.Setenv(engine.BinaryVariable, "")
	t.Setenv("PATH", t.TempDir())
	t.Setenv("JAVA_HOME", "")
	_, err := engine.Start(t.Context(), engine.Options{})
	if err == nil {
		t.Fatal("started something")
	}
	for _, word := range []string{"npm ci", "brew install", "cargo install", "make dynamodb-local",
		"beside this program", engine.LocalVariable, engine.EndpointVariable} {
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
	t.Setenv(engine.BinaryVariable, "")
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

// fakeJava puts a Java of a version on the PATH, which prints its arguments and ends.
func fakeJava(t *testing.T, version string) {
	t.Helper()
	bin := t.TempDir()
	text := "#!/bin/sh\nif [ \"$1\" = -version ]; then echo '" + version + "' >&2; else echo \"$*\" >&2; exit 3; fi\n"
	if err := os.WriteFile(filepath.Join(bin, "java"), []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("JAVA_HOME", "")
	t.Setenv(engine.BinaryVariable, "")
	t.Setenv("PATH", bin)
}

const java17 = `openjdk version "17.0.15" 2025-04-15`

func TestTheReferenceEngineIsRunByJava(t *testing.T) {
	jars := t.TempDir()
	fakeJava(t, java17)
	file := filepath.Join(t.TempDir(), "data.db")
	for dataFile, storage := range map[string]string{"": "-inMemory",
		file: "-sharedDb -dbPath " + file + ".dynamodb-local"} {
		_, err := engine.Start(t.Context(), engine.Options{Reference: jars, DataFile: dataFile})
		for _, want := range []string{"DynamoDB Local ended while starting (exit status 3)", "-cp " + jars + "/*",
			"-disableTelemetry -port ", storage} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("data file %q: error %v, want %q", dataFile, err, want)
			}
		}
	}
	if info, err := os.Stat(file + ".dynamodb-local"); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder of the data: %v, %v", info, err)
	}
}

func TestTheReferenceEngineNeedsJava(t *testing.T) {
	t.Setenv("JAVA_HOME", "")
	t.Setenv(engine.BinaryVariable, "")
	t.Setenv("PATH", t.TempDir())
	check := func(want string) {
		t.Helper()
		if _, err := engine.Start(t.Context(), engine.Options{Reference: t.TempDir()}); err == nil ||
			!strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	check("Java 17 or later, in JAVA_HOME or on the PATH, and there is none")
	fakeJava(t, "Unable to locate a Java Runtime.") // as on a mac without Java
	check("there is none")
	fakeJava(t, `openjdk version "1.8.0_392"`)
	check(`is openjdk version "1.8.0_392"`)
	fakeJava(t, java17)
	t.Setenv("JAVA_HOME", t.TempDir()) // it comes first, and is empty
	check("there is none")
}

// Where dynoxide is not installed, the engine is DynamoDB Local if make dynamodb-local brought it.
func TestDynamoDBLocalReplacesAMissingBinary(t *testing.T) {
	root := fakeModule(t)
	fakeJava(t, java17)
	if _, err := engine.Start(t.Context(), engine.Options{}); err == nil ||
		!strings.Contains(err.Error(), "make dynamodb-local") {
		t.Errorf("without its jars: %v", err)
	}
	jar := filepath.Join(root, "bin", "dynamodb-local", "DynamoDBLocal-2.6.1.jar")
	writeScript(t, jar, "no program")
	if _, err := engine.Start(t.Context(), engine.Options{}); err == nil ||
		!strings.Contains(err.Error(), "-cp "+filepath.Dir(jar)+"/*") {
		t.Errorf("with its jars: %v", err)
	}
	bin := t.TempDir()
	writeScript(t, filepath.Join(bin, "dynoxide"), "from the path")
	t.Setenv(engine.BinaryVariable, "")
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	if _, err := engine.Start(t.Context(), engine.Options{}); err == nil ||
		!strings.Contains(err.Error(), "from the path") {
		t.Errorf("with both: %v", err)
	}
}
