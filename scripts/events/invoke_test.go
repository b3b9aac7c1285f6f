package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"
)

func TestInvokeFillsInACredential(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := sendEvent(t.Context(), &out, root, []string{root + "/events/timers/timers.start.json"}); err != nil {
		t.Fatal(err)
	}
	var answer events.APIGatewayProxyResponse
	if err := json.NewDecoder(strings.NewReader(out.String())).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != 200 || !strings.Contains(answer.Body, `"started_at"`) {
		t.Errorf("%d %s", answer.StatusCode, answer.Body)
	}
	if !strings.HasSuffix(out.String(), "as expected: "+root+"/events/timers/timers.start.answer.json\n") {
		t.Errorf("printed\n%s", out.String())
	}
}

// An edited event without an answer file, and then with one that differs.
func TestDifferencesAreShown(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "tags")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	event, err := os.ReadFile(root + "/events/tags/tags.create.json")
	if err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(folder, "mine.json")
	if err := os.WriteFile(mine, bytes.ReplaceAll(event, []byte("Research"), []byte("Garden")), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := sendEvent(t.Context(), &out, root, []string{mine}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "no answer is expected: there is no "+filepath.Join(folder, "mine.answer.json")) {
		t.Errorf("printed\n%s", out.String())
	}
	answer, err := os.ReadFile(root + "/events/tags/tags.create.answer.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "mine.answer.json"), answer, 0o600); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := sendEvent(t.Context(), &out, root, []string{mine}); err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(out.String(), "not as expected: ")
	if !strings.Contains(shown, "\n- ") || !strings.Contains(shown, `+     "name": "Garden",`) ||
		strings.Contains(shown, "version") {
		t.Errorf("printed\n%s", out.String())
	}
}

func TestWrongEventsAreReported(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	broken := filepath.Join(folder, "broken.json")
	foreign := filepath.Join(folder, "foreign.json")
	for path, text := range map[string]string{broken: "{", foreign: "{}"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		"": "name one event", "nowhere.json": "no such file", broken: "is not an event", foreign: "there is no function",
	} {
		if err := sendEvent(t.Context(), new(bytes.Buffer), root, []string{path}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", path, err, want)
		}
	}
}
