// Package relay takes the messages of the Model Context Protocol from a program on this machine, one in a line, and
// sends them to the service.
package relay

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

// Service answers messages over HTTP.
type Service interface {
	// Message sends one message and returns the answer, nil for none. Errors: no message came back.
	Message(ctx context.Context, message []byte, header http.Header) ([]byte, error)
}

// Relay sends messages one after the other.
type Relay struct {
	Service Service
	Print   func(message json.RawMessage) error // writes a message as one line
	Explain func(error) string                  // makes a sentence of an error of the service

	revision string // that both sides agreed on, in revisions with an initialization
}

// Run relays the lines of a reader until its end, or the end of the context. Errors: those of the reader and of Print.
func (r *Relay) Run(ctx context.Context, in io.Reader) error {
	lines := make(chan []byte)
	failed := make(chan error, 1)
	go func() { failed <- readLines(ctx, in, lines) }()
	for {
		select {
		case <-ctx.Done():
			return nil // the program that started this one ends it so
		case err := <-failed:
			return err
		case line := <-lines:
			if err := r.relay(ctx, line); err != nil {
				return err
			}
		}
	}
}

// maxMessage is the most bytes of a message. The service takes fewer, and says so itself.
const maxMessage = 4 << 20

// errTooLong ends a relay whose next line is larger than any message.
var errTooLong = errors.New("a message has more than 4 MB")

// readLines passes lines on until the end of the reader.
func readLines(ctx context.Context, in io.Reader, lines chan<- []byte) error {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, maxMessage)
	for scanner.Scan() {
		line := bytes.Clone(bytes.TrimSpace(scanner.Bytes()))
		if len(line) == 0 {
			continue
		}
		select {
		case lines <- line:
		case <-ctx.Done():
			return nil
		}
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		return errTooLong
	}
	return scanner.Err()
}

// relay sends one message and writes its answer. A notification has none, whatever becomes of it.
func (r *Relay) relay(ctx context.Context, line []byte) error {
	m, known := readMessage(line)
	if !known {
		return r.Print(failureOf(m.ID, codeInvalid, "This is no message of the protocol."))
	}
	answer, err := r.Service.Message(ctx, line, m.header(r.revision))
	switch {
	case ctx.Err() != nil:
		return nil
	case m.isNotification():
		return nil
	case err != nil:
		return r.Print(failureOf(m.ID, codeService, r.Explain(err)))
	case len(answer) == 0:
		return r.Print(failureOf(m.ID, codeService, "The service answered nothing."))
	}
	if m.Method == "initialize" {
		r.revision = agreedRevision(answer)
	}
	return r.Print(answer)
}
