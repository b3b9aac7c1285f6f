package main

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/mail"
	"stint/shared/mail/ses"
)

// What is sent to it is shown, also after another start.
func TestMailsAreKeptAndShown(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, starts := range []int{1, 2} {
		ctx, stop := context.WithCancel(t.Context())
		printed, out := io.Pipe()
		done := make(chan error)
		go func() { done <- run(ctx, out, "127.0.0.1:0", folder) }()
		line := make([]byte, 200)
		n, err := printed.Read(line)
		if err != nil {
			t.Fatal(err)
		}
		endpoint := strings.TrimSuffix(strings.Fields(string(line[:n]))[3], ",")
		sender := ses.New("us-east-1", endpoint, "stint@example.com")
		if err := sender.Send(t.Context(), mail.Message{ID: domain.NewID(), Kind: "invitation", To: "ada@example.com",
			Subject: "s", Text: "t", HTML: "h"}); err != nil {
			t.Fatal(err)
		}
		answer, err := http.Get(endpoint + "/_local/mail?to=ada@example.com")
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil || strings.Count(string(text), `"subject":"s"`) != starts {
			t.Errorf("after %d starts: %s, %v", starts, text, err)
		}
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
