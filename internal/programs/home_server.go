package programs

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// RunningServer is a home server in a process of its own.
type RunningServer struct {
	Command *exec.Cmd
	URL     string
	Lines   []string // that it printed before it was ready
}

// StartHomeServer starts a built home server with settings of the form NAME=value, and waits
// until it is ready. The end of the context stops it as ctrl-C does, and the caller waits for
// the command. Its errors go to a writer; nil is none.
func StartHomeServer(ctx context.Context, program string, errorsTo io.Writer,
	settings ...string) (*RunningServer, error) {
	KeepNoResults()
	s := &RunningServer{Command: exec.CommandContext(ctx, program)}
	s.Command.Cancel = func() error { return s.Command.Process.Signal(syscall.SIGTERM) }
	s.Command.Env, s.Command.Stderr = append(os.Environ(), settings...), errorsTo
	out, err := s.Command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.Command.Start(); err != nil {
		return nil, err
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, url, ok := strings.Cut(lines.Text(), "ready at "); ok {
			s.URL = url
			go func() { _, _ = io.Copy(io.Discard, out) }() // ends with the process
			return s, nil
		}
		s.Lines = append(s.Lines, lines.Text())
	}
	_ = s.Command.Wait()
	return nil, errors.New("the home server did not get ready")
}
