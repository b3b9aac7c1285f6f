package samples_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"stint/scripts/internal/samples"
)

const (
	root         = "../../.."
	eventsFolder = root + "/events"
)

// TestSamplesRunAsPasted runs every sample of every operation in every language, unchanged,
// against the service with the fixtures of the sample events. For each it checks:
//
//   - The request that arrives is the sample event: method, path, query, headers and body.
//   - The service answers it as recorded beside the event, so the call succeeds.
//   - The sample prints that answer, or saves it if it is a file.
//
// The service fills in existing ids and credentials on arrival, as it does for the events,
// because samples have made-up ones. Nothing else of the request changes. It is called once for
// each operation: the requests of all languages are the same, and so are their answers.
func TestSamplesRunAsPasted(t *testing.T) {
	t.Parallel()
	requests, err := samples.Read(os.DirFS(eventsFolder))
	if err != nil {
		t.Fatal(err)
	}
	service := startService(t)
	t.Cleanup(func() { // after all languages
		if service.called != len(requests) {
			t.Errorf("the service was called %d times for %d operations", service.called, len(requests))
		}
	})
	for _, language := range languages {
		t.Run(language.name, func(t *testing.T) {
			t.Parallel()
			server := service.listen(t)
			folder := t.TempDir()
			printed := language.runAll(t, folder, server.URL, codeOf(requests, language.name))
			for id, r := range requests {
				if r.File != "" {
					saved, err := os.ReadFile(filepath.Join(folder, r.File))
					if err != nil {
						t.Errorf("%s: %v", id, err)
					}
					printed[id] = string(saved)
				}
				server.check(t, id, r, printed[id])
			}
		})
	}
}

// codeOf is the code of all samples in a language, by operation.
func codeOf(requests map[string]samples.Request, language string) map[string]string {
	all := map[string]string{}
	for id, r := range requests {
		for _, s := range samples.For(r) {
			if s.Language == language {
				all[id] = s.Code
			}
		}
	}
	return all
}

// check compares what arrived, what was answered and what was printed for an operation.
func (s *server) check(t *testing.T, id string, r samples.Request, printed string) {
	t.Helper()
	s.service.busy.Lock()
	call, ok := s.calls[id]
	s.service.busy.Unlock()
	switch {
	case !ok:
		t.Errorf("%s: the sample called no operation or another one, and printed %s", id, printed)
	case call.difference != "":
		t.Errorf("%s: %s", id, call.difference)
	case !isPrinted(r, call.body, printed):
		t.Errorf("%s: the sample printed\n%s\nthe answer is\n%s", id, printed, call.body)
	}
}

// isPrinted reports whether a sample printed or saved an answer.
func isPrinted(r samples.Request, body, printed string) bool {
	if !r.IsJSON {
		return strings.TrimSpace(printed) == strings.TrimSpace(body)
	}
	var want, got any
	return json.Unmarshal([]byte(body), &want) == nil && json.Unmarshal([]byte(printed), &got) == nil &&
		reflect.DeepEqual(got, want)
}

// eventPath finds the event of an operation.
func eventPath(id string) (string, error) {
	found, err := filepath.Glob(filepath.Join(eventsFolder, "*", id+".json"))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("the event of %q: %v, %w", id, found, err)
	}
	return found[0], nil
}
