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

func TestAnEventIsAnsweredBySomebodySignedIn(t *testing.T) {
	t.Parallel()
	for _, event := range []string{"timers.start", "timers.start.v1"} {
		var out bytes.Buffer
		if err := run(t.Context(), &out, []string{"../../events/timers/" + event + ".json"}); err != nil {
			t.Fatal(err)
		}
		var answer events.APIGatewayProxyResponse
		if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode != 200 || !strings.Contains(answer.Body, `"started_at"`) {
			t.Errorf("%s: %d %s", event, answer.StatusCode, answer.Body)
		}
	}
}

func TestWhatIsNoEventIsSaid(t *testing.T) {
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
		"": "name one event", "nowhere.json": "no such file", broken: "is no event", foreign: "there is no function",
	} {
		if err := run(t.Context(), new(bytes.Buffer), []string{path}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", path, err, want)
		}
	}
}
