package engine_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"stint/shared/engine"
)

// parentVariable makes this test binary the parent of an engine on the data
// file it names, to be killed.
const parentVariable = "STINT_TEST_ENGINE_PARENT"

func TestMain(m *testing.M) {
	if file := os.Getenv(parentVariable); file != "" {
		runParent(file)
	}
	os.Exit(m.Run())
}

func runParent(file string) {
	e, err := engine.Start(context.Background(), engine.Options{DataFile: file})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	fmt.Println("endpoint", e.Endpoint())
	<-e.Done() // until killed, or the engine dies
	os.Exit(1)
}

func TestEngineDiesWithItsKilledParentAndKeepsItsData(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "data.db")
	parent := exec.CommandContext(t.Context(), os.Args[0])
	parent.Env = append(os.Environ(), parentVariable+"="+file)
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	endpoint, ok := strings.CutPrefix(strings.TrimSpace(line), "endpoint ")
	if err != nil || !ok {
		t.Fatalf("the parent said %q, %v", line, err)
	}
	writeItem(t, endpoint, "a")

	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait() // "signal: killed"
	waitUntilClosed(t, endpoint)
	if e := start(t, engine.Options{DataFile: file}); !hasItem(t, e.Endpoint(), "a") {
		t.Error("the item is gone")
	}
}

// The kernel ties the child to the thread that made it. A goroutine that ends
// while locked to its thread takes the thread along.
func TestEngineOutlivesTheThreadThatStartedIt(t *testing.T) {
	t.Parallel()
	type started struct {
		engine *engine.Engine
		err    error
		thread int
	}
	result := make(chan started)
	go func() {
		runtime.LockOSThread()
		e, err := engine.Start(t.Context(), engine.Options{})
		result <- started{e, err, syscall.Gettid()}
	}()
	s := <-result
	if s.err != nil {
		t.Fatal(s.err)
	}
	t.Cleanup(s.engine.Stop)
	if s.thread != os.Getpid() { // the main thread is parked, not ended
		awaitThreadEnd(t, s.thread)
	}
	writeItem(t, s.engine.Endpoint(), "a")
}

func awaitThreadEnd(t *testing.T, id int) {
	t.Helper()
	again := time.NewTicker(time.Millisecond)
	defer again.Stop()
	task := filepath.Join("/proc/self/task", strconv.Itoa(id))
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); <-again.C {
		if _, err := os.Stat(task); os.IsNotExist(err) {
			return
		}
	}
	t.Fatalf("thread %d does not end", id)
}
