package main

import (
	"os"
	"syscall"
	"testing"
)

// Both signals end the context of a command, so that an export leaves nothing.
func TestSignalsEndCommands(t *testing.T) {
	for _, sent := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		ctx, stop := untilStopped()
		self, err := os.FindProcess(os.Getpid())
		if err != nil || self.Signal(sent) != nil {
			t.Fatal(err)
		}
		<-ctx.Done() // the signal itself would end the test
		stop()
	}
}
