package commands

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"

	"stint/scripts/stint/internal/screen"
	"stint/shared/client"
)

// relay takes the messages of the Model Context Protocol from a program on this machine, one in a line, and sends them
// to the service, one after the other.
type relay struct {
	client *client.Client
	out    screen.Screen

	revision string // that both sides agreed on, in revisions with an initialization
}

// run relays the lines of a reader until its end, or the end of the context. Errors: those of the reader and of the
// screen.
func (r *relay) run(ctx context.Context, in io.Reader) error {
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
			if err := r.send(ctx, line); err != nil {
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

// send sends one message and writes its answer. A notification has none, whatever becomes of it.
func (r *relay) send(ctx context.Context, line []byte) error {
	m, known := readMessage(line)
	if !known {
		return r.fail(m, codeInvalid, "This is no message of the protocol.")
	}
	answer, err := r.client.Message(ctx, line, m.header(r.revision))
	switch {
	case ctx.Err() != nil:
		return nil
	case m.isNotification():
		return nil
	case err != nil:
		return r.fail(m, codeService, sentenceOf(err))
	case len(answer) == 0:
		return r.fail(m, codeService, "The service answered nothing.")
	}
	if m.Method == "initialize" {
		r.revision = agreedRevision(answer)
	}
	return r.out.Record(answer, "")
}

// fail writes an answer that says why there is no other.
func (r *relay) fail(m message, code int, sentence string) error {
	return r.out.Record(failureOf(m.ID, code, sentence), "")
}
