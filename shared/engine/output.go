package engine

import (
	"bytes"
	"io"
	"strings"
	"sync"
)

// maxLines is how many lines of the engine's output an error shows.
const maxLines = 5

// output passes on what the engine prints, keeps the last lines, and recognises
// the line that says that the port is open.
type output struct {
	announcement string        // part of the line that says so
	listening    chan struct{} // closed when that line appears

	mu          sync.Mutex
	to          io.Writer
	partial     []byte
	lines       []string
	isListening bool
}

func newOutput(to io.Writer, announcement string) *output {
	if to == nil {
		to = io.Discard
	}
	return &output{to: to, announcement: announcement, listening: make(chan struct{})}
}

// Write implements io.Writer. It ignores errors of the log, which must not block
// the engine.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, _ = o.to.Write(p)
	o.partial = append(o.partial, p...)
	for {
		line, rest, ok := bytes.Cut(o.partial, []byte("\n"))
		if !ok {
			return len(p), nil
		}
		o.partial = rest
		o.addLine(strings.TrimSpace(string(line)))
	}
}

func (o *output) addLine(line string) {
	if line == "" {
		return
	}
	if o.lines = append(o.lines, line); len(o.lines) > maxLines {
		o.lines = o.lines[1:]
	}
	if !o.isListening && strings.Contains(line, o.announcement) {
		o.isListening = true
		close(o.listening)
	}
}

// lastLines returns the last lines as one.
func (o *output) lastLines() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	lines := o.lines
	if rest := strings.TrimSpace(string(o.partial)); rest != "" {
		lines = append(lines[:len(lines):len(lines)], rest)
	}
	if len(lines) == 0 {
		return "it said nothing"
	}
	return strings.Join(lines, " | ")
}
