package runtimeapi_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"stint/internal/programs"
	"stint/internal/runtimeapi"
)

// buildNoop builds a function that answers every event with 200.
func buildNoop(t *testing.T) string {
	t.Helper()
	binary, err := programs.Build(t.Context(), "../..", "scripts/coldstart/noop")
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

func TestAFunctionAnswersOneEventAfterTheOther(t *testing.T) {
	t.Parallel()
	p, err := runtimeapi.Start(buildNoop(t), time.Minute, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Stop()
	at, err := p.Ready(t.Context())
	if err != nil || at.Before(p.StartedAt) {
		t.Fatalf("ready at %v, begun at %v: %v", at, p.StartedAt, err)
	}
	for range 3 {
		answer, err := p.Request(t.Context(), events.APIGatewayProxyRequest{HTTPMethod: "GET", Path: "/"})
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%+v, %v", answer, err)
		}
	}
}

func TestEndedProcessIsAnError(t *testing.T) {
	t.Parallel()
	ended, err := runtimeapi.Start("/bin/false", time.Minute, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ended.Stop()
	if _, err := ended.Ready(t.Context()); err == nil || !strings.Contains(err.Error(), "did not start") {
		t.Errorf("ready: %v", err)
	}
	if _, err := ended.Call(t.Context(), []byte("{}")); err == nil || !strings.Contains(err.Error(), "gave no answer") {
		t.Errorf("call: %v", err)
	}
	if _, err := runtimeapi.Start(filepath.Join(t.TempDir(), "nothing"), time.Minute, nil); err == nil {
		t.Error("what does not exist was started")
	}
}

func TestReportedErrorsAreErrors(t *testing.T) {
	t.Parallel()
	p, err := runtimeapi.Start(buildNoop(t), time.Minute, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Stop()
	if _, err := p.Call(t.Context(), []byte("no JSON")); err == nil ||
		!strings.Contains(err.Error(), "the function failed") {
		t.Errorf("error %v", err)
	}
}
