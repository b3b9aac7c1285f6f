package mail

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"stint/shared/domain"
)

// Kept is a message in a Mailbox.
type Kept struct {
	ID      domain.ID      `json:"id"`
	To      domain.Email   `json:"to"`
	Subject string         `json:"subject"`
	Text    string         `json:"text"`
	HTML    string         `json:"html"`
	SentAt  domain.Instant `json:"sent_at"`
}

// Mailbox is a Sender that keeps what it is given, for a server at home and for
// tests: nothing leaves the machine. It is safe for concurrent use.
type Mailbox struct {
	now  func() time.Time
	mu   sync.Mutex
	file *os.File // nil keeps in memory only
	size int64    // bytes of the file that hold whole messages
	kept []Kept   // oldest first
}

var _ Sender = (*Mailbox)(nil)

// NewMailbox makes a mailbox that lives in memory.
func NewMailbox(now func() time.Time) *Mailbox { return &Mailbox{now: now} }

// OpenMailbox opens the mailbox in a file, one message in JSON on a line; the
// file is made where there is none, and "" keeps nothing. A last line that was cut off by a crash is
// dropped: its message counts as not sent.
func OpenMailbox(path string, now func() time.Time) (*Mailbox, error) {
	if path == "" {
		return NewMailbox(now), nil
	}
	kept, whole, err := readMailbox(path)
	if err != nil {
		return nil, fmt.Errorf("the mailbox cannot be read: %w", err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the mailbox cannot be opened: %w", err)
	}
	if err := file.Truncate(whole); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &Mailbox{now: now, file: file, size: whole, kept: kept}, nil
}

// Close closes the mailbox's file.
func (b *Mailbox) Close() error {
	if b.file == nil {
		return nil
	}
	return b.file.Close()
}

// Send keeps the message, on disk before it returns. One that is there already
// is not kept twice.
func (b *Mailbox) Send(_ context.Context, m Message) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if slices.ContainsFunc(b.kept, func(k Kept) bool { return k.ID == m.ID }) {
		return nil
	}
	kept := Kept{ID: m.ID, To: m.To, Subject: m.Subject, Text: m.Text, HTML: m.HTML, SentAt: domain.At(b.now())}
	if err := b.write(kept); err != nil {
		return fmt.Errorf("mailbox: %w", err)
	}
	b.kept = append(b.kept, kept)
	return nil
}

// Messages are those to an address, or all for "", the newest first.
func (b *Mailbox) Messages(to domain.Email) []Kept {
	b.mu.Lock()
	defer b.mu.Unlock()
	found := []Kept{}
	for _, k := range slices.Backward(b.kept) {
		if to == "" || k.To == to {
			found = append(found, k)
		}
	}
	return found
}

// write puts a message on disk. What a failed write left of it is cut off.
func (b *Mailbox) write(k Kept) error {
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

// readMailbox reads the messages in a file, and how many bytes of it they are.
func readMailbox(path string) (kept []Kept, whole int64, err error) {
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
			return kept, whole, nil // what is left has no end of line
		}
		var k Kept
		if err := json.Unmarshal(row, &k); err != nil {
			return nil, 0, fmt.Errorf("message %d: %w", len(kept)+1, err)
		}
		kept = append(kept, k)
		whole += int64(len(row))
	}
}
