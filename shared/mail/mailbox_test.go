package mail_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/mail"
)

func open(t *testing.T, path string) *mail.Mailbox {
	t.Helper()
	clock := testkit.NewClock(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	box, err := mail.OpenMailbox(path, clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	return box
}

func send(t *testing.T, box *mail.Mailbox, id domain.ID, to domain.Email) {
	t.Helper()
	if err := box.Send(t.Context(), mail.Message{ID: id, To: to, Subject: "s " + string(id), Text: "line\nline",
		HTML: "<p>"}); err != nil {
		t.Fatal(err)
	}
}

func idsOf(messages []mail.StoredMessage) string {
	var all []domain.ID
	for _, k := range messages {
		all = append(all, k.ID)
	}
	return fmt.Sprint(all)
}

func TestMailbox(t *testing.T) {
	t.Parallel()
	box := open(t, "")
	if got := box.Messages(""); got == nil || len(got) != 0 {
		t.Errorf("an empty box shows %v, want an empty list", got)
	}
	send(t, box, "1", "ada@example.com")
	send(t, box, "2", "bob@example.com")
	send(t, box, "3", "ada@example.com")
	send(t, box, "2", "bob@example.com") // sent again by a worker that was not sure
	if got := idsOf(box.Messages("")); got != "[3 2 1]" {
		t.Errorf("all messages %s, want the newest first and none twice", got)
	}
	if got := idsOf(box.Messages("ada@example.com")); got != "[3 1]" {
		t.Errorf("messages to one address %s", got)
	}
	want := mail.StoredMessage{Message: mail.Message{ID: "2", To: "bob@example.com", Subject: "s 2", Text: "line\nline",
		HTML: "<p>", Headers: map[string]string{}},
		SentAt: domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))}
	if got := box.Messages("bob@example.com")[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("kept %+v, want %+v", got, want)
	}
}

func TestMailboxOutlivesItsProcess(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mail.jsonl")
	first := open(t, path)
	send(t, first, "1", "ada@example.com")
	send(t, first, "2", "ada@example.com")

	cut, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cut.WriteString(`{"id":"3","to":"ada@exa`); err != nil { // a crash in the middle of a line
		t.Fatal(err)
	}
	cut.Close()

	second := open(t, path)
	if got := idsOf(second.Messages("")); got != "[2 1]" {
		t.Errorf("after a restart %s, want [2 1]", got)
	}
	send(t, second, "3", "ada@example.com")
	if got := idsOf(open(t, path).Messages("")); got != "[3 2 1]" {
		t.Errorf("after another restart %s, want [3 2 1]", got)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode is %v (%v): mails are for its owner alone", info.Mode(), err)
	}
}

func TestMailboxThatCannotBeRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mail.jsonl")
	if err := os.WriteFile(path, []byte("no mail\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if box, err := mail.OpenMailbox(path, time.Now); err == nil {
		t.Errorf("opened %v from a file of something else", box.Messages(""))
	}
	if _, err := mail.OpenMailbox(filepath.Join(path, "below"), time.Now); err == nil {
		t.Error("opened a box below a file")
	}
}

func TestMailboxThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	box := open(t, filepath.Join(t.TempDir(), "mail.jsonl"))
	box.Close()
	if err := box.Send(t.Context(), mail.Message{ID: "1", To: "ada@example.com"}); err == nil {
		t.Error("a message that was not kept counts as sent")
	}
	if got := box.Messages(""); len(got) != 0 {
		t.Errorf("it shows %v", got)
	}
}
