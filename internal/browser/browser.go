// Package browser lets tests use pages in a real Chromium, by the labels and buttons
// that users see. A Node process drives Chromium with playwright-core.
package browser

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// Browser is one running Chromium.
type Browser struct {
	in    io.WriteCloser
	out   *bufio.Reader
	pages int
}

// Start starts Chromium for a test and its subtests. The test fails if no Chromium is
// found. Parallel tests must not share a Browser.
func Start(t testing.TB) *Browser {
	t.Helper()
	node := exec.Command("node", "driver.js")
	node.Dir, node.Stderr = driverFolder(), os.Stderr
	in, err := node.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Start(); err != nil {
		t.Fatalf("node cannot be started: %v", err)
	}
	b := &Browser{in: in, out: bufio.NewReader(out)}
	t.Cleanup(func() {
		_ = in.Close() // then the driver closes Chromium and ends
		_ = node.Wait()
	})
	if failed := b.send(t, "launch", args{"executable": findChromium(t), "root": os.Getuid() == 0}, nil); failed != "" {
		t.Fatalf("Chromium cannot be started: %s", failed)
	}
	return b
}

// findChromium is the path of Chromium: the environment variable CHROMIUM, or the
// first usual name that is on the PATH.
func findChromium(t testing.TB) string {
	t.Helper()
	if named := os.Getenv("CHROMIUM"); named != "" {
		return named
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("no Chromium was found: install it (Debian: apt-get install chromium), or name one in CHROMIUM")
	return ""
}

// driverFolder is the folder of driver.js.
func driverFolder() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(file)
}

type args map[string]any

// send sends a command to the driver, waits for its end and decodes the result. failed
// is the driver's error message; "" is success.
func (b *Browser) send(t testing.TB, verb string, a args, result any) (failed string) {
	t.Helper()
	line, err := json.Marshal(map[string]any{"verb": verb, "args": a})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.in.Write(append(line, '\n')); err != nil {
		t.Fatalf("the driver is gone: %v", err)
	}
	answer, err := b.out.ReadBytes('\n')
	if err != nil {
		t.Fatalf("the driver is gone: %v", err)
	}
	var got struct {
		Result json.RawMessage
		Error  string
	}
	if err := json.Unmarshal(answer, &got); err != nil {
		t.Fatal(err)
	}
	if got.Error == "" && result != nil {
		if err := json.Unmarshal(got.Result, result); err != nil {
			t.Fatal(err)
		}
	}
	return got.Error
}
