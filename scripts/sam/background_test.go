package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/functions"
	"stint/internal/template"
	"stint/internal/template/templatetest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/engine"
	"stint/shared/mail"
)

// readTemplate reads the small template with a function of another family. The pairs are what is
// replaced in it.
func readTemplate(t *testing.T, family string, pairs ...string) *template.Template {
	t.Helper()
	text := strings.NewReplacer(append(pairs, "Stint live: meta", "Stint live: "+family)...).Replace(templatetest.Small)
	made, err := template.Read(templatetest.Write(t, t.TempDir(), text))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// The worker and the deliverer get the settings of the template, and the addresses of this
// machine.
func TestTheWorkerHasTheSettingsOfTheTemplate(t *testing.T) {
	t.Parallel()
	o := options{port: 3000}
	for _, function := range []string{functions.Worker, functions.Deliverer} {
		made := readTemplate(t, function)
		f, found, err := made.FunctionOf(function)
		if err != nil || !found {
			t.Fatal(function, found, err)
		}
		got, err := environmentOf(made, f, o, "http://127.0.0.2:8000")
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			"AWS_REGION=us-east-1", "TABLE_NAME=stint-sam", "N=5", "SES_ENDPOINT=http://127.0.0.2:8000",
			"DYNAMODB_ENDPOINT=http://127.0.0.2:8000",
			"KMS_ENDPOINT=http://127.0.0.2:8000", "PUBLIC_URL=http://127.0.0.1:3000",
		} {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %s is missing in %v", function, want, got)
			}
		}
		if process, err := startFunction(t.Context(), readTemplate(t, "meta"), o, "", function); process != nil ||
			err != nil {
			t.Errorf("a template without a %s: %v, %v", function, process, err)
		}
	}
}

// The worker and the deliverer have the time of the template. One that could never do anything
// with it says so.
func TestBackgroundFunctionsHaveTheTimeOfTheTemplate(t *testing.T) {
	t.Parallel()
	db, err := engine.Start(t.Context(), engine.Options{Endpoint: os.Getenv(engine.EndpointVariable)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Stop)
	client, err := dynamo.NewClient(t.Context(), dynamo.Options{Endpoint: db.Endpoint()})
	if err != nil {
		t.Fatal(err)
	}
	if err := dynamo.EnsureTable(t.Context(), client, tableName); err != nil {
		t.Fatal(err)
	}
	for _, function := range []string{functions.Worker, functions.Deliverer} {
		for seconds, want := range map[string]string{"120": "", "10": "has no time"} {
			made := readTemplate(t, function, `"Timeout": 15`, `"Timeout": `+seconds, `"N": "5"`,
				`"SIGNING_KEY": {"Fn::GetAtt": ["Key", "Arn"]}, "SEALING_KEY": {"Fn::GetAtt": ["Key", "Arn"]}, "STINT_ENV": "live"`)
			process, err := startFunction(t.Context(), made, options{root: "../..", folder: t.TempDir(), port: 3000},
				db.Endpoint(), function)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(process.Stop)
			if _, err := process.Call(t.Context(), []byte("{}")); (err == nil) != (want == "") ||
				err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s with %s seconds: %v, want %q", function, seconds, err, want)
			}
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
	callRegularly(t.Context(), &out, "worker",
		func(context.Context, []byte) ([]byte, error) { return nil, errors.New("broken") })
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
	if _, err := startInbox(box, o); err == nil {
		t.Error("a port that is in use is taken")
	}
	_ = used.Close()
	if err := box.Send(t.Context(), mail.Message{ID: domain.NewID(), To: "ada@example.com", Subject: "s"}); err != nil {
		t.Fatal(err)
	}
	stop, err := startInbox(box, o)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	answer, err := http.Get(inboxURL(o))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(text), "ada@example.com") {
		t.Errorf("%s: %s, %v", inboxURL(o), text, err)
	}
}
