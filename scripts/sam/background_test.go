package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/functions"
	"stint/internal/template"
	"stint/internal/template/templatetest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/mail"
)

// The worker and the deliverer get the settings of the template, and the addresses of this
// machine.
func TestTheWorkerHasTheSettingsOfTheTemplate(t *testing.T) {
	t.Parallel()
	read := func(text string) *template.Template {
		made, err := template.Read(templatetest.Write(t, t.TempDir(), text))
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	o := options{port: 3000}
	for _, function := range []string{functions.Worker, functions.Deliverer} {
		got, found, err := environmentOf(read(strings.Replace(templatetest.Small, "Stint live: meta", "Stint live: "+function, 1)), o, "http://127.0.0.2:8000", function)
		if err != nil || !found {
			t.Fatal(function, found, err)
		}
		for _, want := range []string{
			"AWS_REGION=us-east-1", "TABLE_NAME=stint-sam", "N=5", "SES_ENDPOINT=http://127.0.0.2:8000", "DYNAMODB_ENDPOINT=http://127.0.0.2:8000",
			"KMS_ENDPOINT=http://127.0.0.2:8000", "PUBLIC_URL=http://127.0.0.1:3000",
		} {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %s is missing in %v", function, want, got)
			}
		}
		if _, found, err := environmentOf(read(templatetest.Small), o, "", function); found || err != nil {
			t.Errorf("a template without a %s: %v, %v", function, found, err)
		}
	}
}

func TestTheWorkerIsCalledUntilTheEnd(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	var out strings.Builder
	callRegularly(ctx, &out, "worker", func(context.Context, []byte) ([]byte, error) {
		stop()
		return nil, context.Canceled
	})
	if out.Len() > 0 {
		t.Errorf("an ordinary end prints %s", out.String())
	}
	callRegularly(t.Context(), &out, "worker", func(context.Context, []byte) ([]byte, error) { return nil, errors.New("broken") })
	if out.String() != "the worker has stopped, so its work waits: broken\n" {
		t.Errorf("a failure prints %q", out.String())
	}
}

func TestTheInboxIsBesideTheAPI(t *testing.T) {
	t.Parallel()
	used, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", testkit.FreePort(t)))
	if err != nil {
		t.Fatal(err)
	}
	o := options{port: used.Addr().(*net.TCPAddr).Port - 1}
	box := mail.NewMailbox(time.Now)
	if _, _, err := startInbox(box, o); err == nil {
		t.Error("a port that is in use is taken")
	}
	_ = used.Close()
	if err := box.Send(t.Context(), mail.Message{ID: domain.NewID(), To: "ada@example.com", Subject: "s"}); err != nil {
		t.Fatal(err)
	}
	address, stop, err := startInbox(box, o)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(text), "ada@example.com") {
		t.Errorf("%s: %s, %v", address, text, err)
	}
}
