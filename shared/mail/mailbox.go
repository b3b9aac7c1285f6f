package mail

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"stint/shared/domain"
)

// StoredMessage is a message in a Mailbox.
type StoredMessage struct {
	Message
	SentAt domain.Instant `json:"sent_at"`
}

// HTMLWithPictures is the HTML with the pictures that the message contains in the place of their names, as mail
// programs show them.
func (m StoredMessage) HTMLWithPictures() string {
	shown := m.HTML
	for _, a := range m.Attachments {
		if a.ContentID != "" {
			shown = strings.ReplaceAll(shown, `src="cid:`+a.ContentID+`"`,
				`src="data:`+a.Type+";base64,"+base64.StdEncoding.EncodeToString(a.Bytes)+`"`)
		}
	}
	return shown
}

// Mailbox is a Sender that stores messages, for the server at home and for tests.
// Nothing leaves the machine. It is safe for concurrent use.
type Mailbox struct {
	now      func() time.Time
	mu       sync.Mutex
	file     *os.File        // nil: messages are in memory only
	size     int64           // bytes of the file that hold whole messages
	messages []StoredMessage // oldest first
}

var _ Sender = (*Mailbox)(nil)

// NewMailbox makes a mailbox in memory.
func NewMailbox(now func() time.Time) *Mailbox { return &Mailbox{now: now} }

// OpenMailbox opens the mailbox in a file with one JSON message per line. A missing
// file is created; with "" the mailbox is in memory. A last line that was cut off by a
// crash is dropped, and its message counts as not sent.
func OpenMailbox(path string, now func() time.Time) (*Mailbox, error) {
	if path == "" {
		return NewMailbox(now), nil
	}
	messages, size, err := readMailbox(path)
	if err != nil {
		return nil, fmt.Errorf("the mailbox cannot be read: %w", err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the mailbox cannot be opened: %w", err)
	}
	if err := file.Truncate(size); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &Mailbox{now: now, file: file, size: size, messages: messages}, nil
}

// Close closes the mailbox's file.
func (b *Mailbox) Close() error {
	if b.file == nil {
		return nil
	}
	return b.file.Close()
}

// Send stores the message. It is on disk when Send returns. A message with a known id is
// not stored again.
func (b *Mailbox) Send(_ context.Context, m Message) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if slices.ContainsFunc(b.messages, func(k StoredMessage) bool { return k.ID == m.ID }) {
		return nil
	}
	if m.Headers == nil {
		m.Headers = map[string]string{} // JSON shows an object, also without one
	}
	stored := StoredMessage{m, domain.InstantOf(b.now())}
	if err := b.appendMessage(stored); err != nil {
		return fmt.Errorf("mailbox: %w", err)
	}
	b.messages = append(b.messages, stored)
	return nil
}

// Messages lists the messages to an address, or all of them for "", newest first.
func (b *Mailbox) Messages(to domain.Email) []StoredMessage {
	b.mu.Lock()
	defer b.mu.Unlock()
	found := []StoredMessage{}
	for _, k := range slices.Backward(b.messages) {
		if to == "" || k.To == to {
			found = append(found, k)
		}
	}
	return found
}

// appendMessage writes a message to the file. After a failed write, it truncates the
// file to the messages before.
func (b *Mailbox) appendMessage(k StoredMessage) error {
	if b.file == nil {
		return nil
	}
	row, err := json.Marshal(k)
	if err != nil {
		return err
	}
	row = append(row, '\n')
	if _, err = b.file.Write(row); err == nil {
		err = b.file.Sync()
	}
	if err != nil {
		return errors.Join(err, b.file.Truncate(b.size))
	}
	b.size += int64(len(row))
	return nil
}

// readMailbox reads the messages in a file. size is how many bytes they take.
func readMailbox(path string) (messages []StoredMessage, size int64, err error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	reader := bufio.NewReader(bytes.NewReader(content))
	for {
		row, err := reader.ReadBytes('\n')
		if err != nil {
			return messages, size, nil // the rest has no end of line: it was cut off
		}
		var k StoredMessage
		if err := json.Unmarshal(row, &k); err != nil {
			return nil, 0, fmt.Errorf("message %d: %w", len(messages)+1, err)
		}
		messages = append(messages, k)
		size += int64(len(row))
	}
}
