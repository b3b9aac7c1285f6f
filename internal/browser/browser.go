// Package browser lets tests use pages in a real Chromium, by the labels and buttons
// that users see. The test programs drive Chromium themselves, with chromedp.
package browser

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"stint/internal/programs"
)

// shared is the Chromium of the test program. It starts with the first window.
var shared struct {
	start   sync.Once
	context context.Context
	err     error
	close   func() // nil unless Main closes it
}

// Main runs the tests of a program whose tests open windows, and closes Chromium
// afterwards. The program's TestMain calls it.
func Main(run func()) {
	shared.close = func() {}
	run()
	shared.close()
}

// chromium is the running Chromium. The test fails if none is found or started.
func chromium(t testing.TB) context.Context {
	t.Helper()
	if shared.close == nil {
		t.Fatal("TestMain must call browser.Main, which closes Chromium")
	}
	programs.KeepResultsOf("chromium")
	shared.start.Do(start)
	if shared.err != nil {
		t.Fatalf("Chromium cannot be started: %v", shared.err)
	}
	return shared.context
}

// start starts Chromium. If the test program dies, Chromium ends too, because its pipe
// to the program is closed.
func start() {
	path, err := findChromium()
	if err != nil {
		shared.err = err
		return
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], append(flags(), chromedp.ExecPath(path))...)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	shared.context, _ = chromedp.NewContext(allocator)
	shared.close = stop
	shared.err = chromedp.Do(shared.context)
}

// flags are the flags of Chromium that chromedp does not set itself.
func flags() []chromedp.ExecAllocatorOption {
	return []chromedp.ExecAllocatorOption{
		chromedp.DisableGPU,
		// Tests use only this machine: Chromium resolves no other host names.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		// Frames stay in the process of their page, so that a Page sees what they load. The lists
		// under the address bar would take half of the processor time, and nobody sees them.
		chromedp.Flag("disable-site-isolation-trials", true),
		chromedp.Flag("disable-features",
			"Translate,IsolateOrigins,SitePerProcess,IsolateSandboxedIframes,"+
				"WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"),
		chromedp.Flag("hide-scrollbars", true),
	}
}

// findChromium is the path of Chromium: the environment variable CHROMIUM, or the
// first usual name that is on the PATH.
func findChromium() (path string, err error) {
	if named := os.Getenv("CHROMIUM"); named != "" {
		return named, nil
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("it was not found: install it (Debian: apt-get install chromium), or name one in CHROMIUM")
}
