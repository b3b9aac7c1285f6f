package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"

	"stint/functions"
	"stint/internal/apitest"
	"stint/shared/auth"
)

const (
	root   = "../.."
	folder = root + "/events"
)

func TestMain(m *testing.M) { apitest.MainOfAll(m, functions.Families()...) }

func TestEventsMatchTheRouteTable(t *testing.T) {
	t.Parallel()
	want, err := generateEvents()
	if err != nil {
		t.Fatal(err)
	}
	paths, err := existingEvents(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name, err := filepath.Rel(folder, path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want[name]) {
			t.Errorf("%s is not what the route table makes (make events)", name)
		}
		delete(want, name)
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		t.Errorf("%s is missing (make events)", name)
	}
}

func TestStaleFilesAreRemoved(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	stale := filepath.Join(folder, "gone", "gone.route.json")
	if err := os.MkdirAll(filepath.Dir(stale), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stale, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := writeEvents(folder); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stale); !os.IsNotExist(err) {
		t.Errorf("the event of a removed route is still there: %v", err)
	}
	if written, _ := filepath.Glob(filepath.Join(folder, "*", "*.json")); len(written) < 5 {
		t.Errorf("%d events written", len(written))
	}
}

// No function may refuse the form of its event: the method, the content type, the
// credential, or the values of the body.
func TestFunctionsAcceptEveryEvent(t *testing.T) {
	t.Parallel()
	api, _, _ := apitest.NewWithSSOAndCalendar(t)
	owner := api.Register("ada")
	key, _ := owner.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys",
		map[string]any{"name": "samples"}).OK()["token"].(string)
	credentials := map[auth.Credential]string{auth.Session: "Bearer " + owner.Token, auth.APIKey: "Bearer " + key}
	for _, f := range functions.Families() {
		handle := f.Handler(api.Deps)
		for _, spec := range f.Routes {
			// they would end the session that the other events use
			if spec.LocalOnly || spec.ID == "account.logout" || spec.ID == "account.delete" {
				continue
			}
			event := read(t, f.Name, spec.ID)
			if own := credentials[spec.Credential]; own != "" {
				event.Headers["Authorization"] = own
				event.MultiValueHeaders["Authorization"] = []string{own}
			}
			answer, err := handle(t.Context(), event)
			if err != nil || answer.StatusCode >= http.StatusInternalServerError {
				t.Errorf("%s: %d, %v\n%s", spec.ID, answer.StatusCode, err, answer.Body)
			}
			if misread := checkAnswer(answer, spec.Credential); misread != "" {
				t.Errorf("%s: %d %s\n%s", spec.ID, answer.StatusCode, misread, answer.Body)
			}
		}
	}
}

func read(t *testing.T, family, id string) events.APIGatewayProxyRequest {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, family, id+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var event events.APIGatewayProxyRequest
	if err := json.Unmarshal(text, &event); err != nil {
		t.Fatal(err)
	}
	return event
}

// formCodes are the field codes of values that do not fit their property.
var formCodes = []string{
	"required", "min_length", "max_length", "min_value", "max_value", "min_items", "max_items", "type_invalid",
	"enum_invalid", "uuid_invalid", "date_time_invalid", "date_invalid", "timezone_invalid", "language_invalid",
	"currency_invalid", "email_invalid",
}

// checkAnswer describes what an answer refuses about the form of an event; "" is
// nothing. Public routes may answer 401, because passwords and tokens of samples
// are made up.
func checkAnswer(answer events.APIGatewayProxyResponse, credential auth.Credential) string {
	var document struct {
		Type   string
		Errors []struct{ Field, Code string }
	}
	_ = json.Unmarshal([]byte(answer.Body), &document) // pages are not JSON and have no problem
	for _, code := range []string{"method_not_allowed", "unsupported_media_type", "malformed_request", "unauthorized"} {
		if code == "unauthorized" && credential == auth.Public {
			continue
		}
		if strings.HasSuffix(document.Type, "/errors/"+code) {
			return code
		}
	}
	for _, e := range document.Errors {
		if slices.Contains(formCodes, e.Code) {
			return e.Field + " " + e.Code
		}
	}
	return ""
}
