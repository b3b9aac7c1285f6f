package exporter_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/scripts/stint/internal/exporter"
	"stint/shared/client"
)

type object = map[string]any

func newClient(t *testing.T, u *apitest.User, access string, h *http.Client) *client.Client {
	t.Helper()
	server := httptest.NewServer(u.Handler)
	t.Cleanup(server.Close)
	key, _ := u.Post("/api/me/workspaces/"+u.WorkspaceID+"/api-keys",
		object{"name": "export", "access": access}).OK()["token"].(string)
	options := []client.Option{client.WithRetries(0)}
	if h != nil {
		options = append(options, client.WithHTTPClient(h))
	}
	c, err := client.New(server.URL, key, options...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func run(t *testing.T, c *client.Client) (exporter.Manifest, string, error) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "export")
	manifest, err := exporter.Run(t.Context(), c, folder, time.Now, func(string, int) {})
	return manifest, folder, err
}

// readLines reads a file of JSON Lines.
func readLines(t *testing.T, folder, name string) []object {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var all []object
	for line := range strings.Lines(string(content)) {
		var record object
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatal(err)
		}
		all = append(all, record)
	}
	return all
}

func readTable(t *testing.T, folder, name string) [][]string {
	t.Helper()
	file, err := os.Open(filepath.Join(folder, name+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// fill makes a workspace with records of every kind, and time of two members.
func fill(t *testing.T) (owner, member *apitest.User) {
	t.Helper()
	owner = apitest.New(t).Register("ada")
	member = owner.AddMember("bob", "user")
	customer := owner.Post("/api/clients", object{"name": "Babbage & Co"}).ID()
	project := owner.Post("/api/projects", object{"name": "=Engine", "clientId": customer, "visibility": "public",
		"isBillable": true, "hourlyRate": 9900}).ID()
	task := owner.Post("/api/projects/"+project+"/tasks", object{"name": "Carriage"}).ID()
	owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID}).OK()
	tag := owner.Post("/api/tags", object{"name": "remote"}).ID()
	for i := range 3 {
		day := fmt.Sprintf("2026-06-1%dT", i)
		body := object{"taskId": task, "tagIds": []string{tag}, "description": "a\nb", "startedAt": day + "08:00:00Z",
			"stoppedAt": day + "09:00:00Z"}
		owner.Post("/api/entries", body).OK()
		member.Post("/api/entries", body).OK()
	}
	archived := owner.Post("/api/projects", object{"name": "Old"}).ID()
	owner.Patch("/api/projects/"+archived, object{"isArchived": true}).OK()
	submission := owner.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-06-10", "periodEnd": "2026-06-10"}).ID()
	owner.Post("/api/workspaces/me/timesheet-submissions/"+submission+"/approve-all", nil).OK()
	owner.Post("/api/workspaces/me/timesheet-submissions/"+submission+"/client-approval-links",
		object{"clientEmail": "c@example.com"}).OK()
	return owner, member
}

// The owner's key exports every record, archived ones too, as the API sends it.
func TestEverything(t *testing.T) {
	t.Parallel()
	owner, member := fill(t)
	manifest, folder, err := run(t, newClient(t, owner, "full", nil))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{
		"workspace": 1, "billing_settings": 1, "members": 2, "invitations": 0, "clients": 1, "projects": 2, "tasks": 1,
		"project_members": 1, "tags": 1, "entries": 6, "submissions": 1, "client_links": 1, "webhooks": 0,
	}
	for name, n := range want {
		records, rows := readLines(t, folder, name), readTable(t, folder, name)
		if manifest.Records[name] != n || len(records) != n || len(rows) != n+1 {
			t.Errorf("%s: %d, %d lines, %d rows, want %d", name, manifest.Records[name], len(records), len(rows), n)
		}
	}
	if manifest.Records["audit_log"] == 0 || len(manifest.LeftOut)+len(manifest.Partly) != 0 ||
		manifest.Workspace.String() != owner.WorkspaceID {
		t.Error(manifest)
	}
	for _, entry := range readLines(t, folder, "entries") {
		if entry["user_id"] != owner.ID {
			continue // only the owner's key reads the other ones by their id
		}
		if got := owner.Get("/api/entries/" + entry["id"].(string)).OK(); fmt.Sprint(got) != fmt.Sprint(entry) {
			t.Errorf("%v, want %v", entry, got)
		}
	}
	if lines, _ := readLines(t, folder, "submissions")[0]["lines"].([]any); len(lines) != 1 {
		t.Error("a submission has no lines")
	}
	if readLines(t, folder, "project_members")[0]["project_id"] == nil {
		t.Error("a member of a project has no project")
	}
	entries := readTable(t, folder, "entries")
	if got := strings.Join(entries[0], " "); !strings.HasPrefix(got, "id started_at stopped_at duration_seconds user_id "+
		"user client project_id project task_id task description tag_ids tags is_billable hourly_rate currency amount ") {
		t.Errorf("the columns of entries are %s", got)
	}
	for _, row := range entries[1:] {
		user := map[string]string{owner.ID: "ada", member.ID: "bob"}[row[4]]
		if got := strings.Join([]string{row[5], row[6], row[8], row[10], row[13]}, "|"); got !=
			user+"|Babbage & Co|'=Engine|Carriage|remote" {
			t.Errorf("an entry has the names %q", got)
		}
	}
	for name := range manifest.Records {
		checkTable(t, name, readLines(t, folder, name), readTable(t, folder, name))
	}
	projects := readTable(t, folder, "projects")
	if name := projects[1][slices.Index(projects[0], "name")]; name != "'=Engine" {
		t.Errorf("a formula is not guarded: %q", name)
	}
}

// checkTable compares every cell of a table with the property of the record in the same line.
func checkTable(t *testing.T, name string, records []object, rows [][]string) {
	t.Helper()
	for i, record := range records {
		names := map[string]int{"entries": 5}[name] // stand beside the ids
		if len(record)+names != len(rows[0]) {
			t.Errorf("%s: %d properties, and the columns %q", name, len(record), rows[0])
		}
		for j, column := range rows[0] {
			want, found := record[column]
			if !found && names > 0 {
				names--
				continue
			}
			if got := valueOf(want, rows[i+1][j]); !found || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: line %d has %s = %q, want %v", name, i+1, column, rows[i+1][j], want)
			}
		}
	}
}

// valueOf reads a cell as a value of the same type as another one. What is no such value is nil.
func valueOf(like any, cell string) (value any) {
	if _, isText := like.(string); isText {
		if rest, ok := strings.CutPrefix(cell, "'"); ok {
			return rest
		}
		return cell
	}
	_ = json.Unmarshal([]byte(cell), &value)
	return value
}

// A member's key exports what the member may read, and the manifest says what is left out.
func TestLessForMembers(t *testing.T) {
	t.Parallel()
	_, member := fill(t)
	member.Post("/api/workspaces/me/timesheet-submissions",
		object{"periodStart": "2026-06-11", "periodEnd": "2026-06-11"}).OK()
	manifest, folder, err := run(t, newClient(t, member, "read", nil))
	if err != nil {
		t.Fatal(err)
	}
	// the member may not read the links of his timesheet
	if manifest.Partly["client_links"] != 1 || manifest.Records["submissions"] != 1 {
		t.Error(manifest)
	}
	if manifest.Records["entries"] != 3 || !slices.Contains(manifest.LeftOut, "audit_log") ||
		slices.Contains(manifest.LeftOut, "entries") {
		t.Error(manifest)
	}
	if _, err := os.Stat(filepath.Join(folder, "audit_log.jsonl")); err == nil {
		t.Error("a file of nothing is left")
	}
	var kept exporter.Manifest
	content, err := os.ReadFile(filepath.Join(folder, exporter.ManifestFile))
	if err != nil || json.Unmarshal(content, &kept) != nil || fmt.Sprint(kept.Records) != fmt.Sprint(manifest.Records) ||
		kept.Format != 1 {
		t.Error(kept, err)
	}
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Nothing is left of an export that failed. A folder that exists is not touched.
func TestFailure(t *testing.T) {
	t.Parallel()
	owner, _ := fill(t)
	broken := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		if strings.HasSuffix(r.URL.Path, "/entries") {
			return nil, errors.New("connection reset")
		}
		return http.DefaultTransport.RoundTrip(r)
	})}
	_, folder, err := run(t, newClient(t, owner, "full", broken))
	if _, missing := os.Stat(folder); err == nil || !errors.Is(missing, os.ErrNotExist) {
		t.Error(err, missing)
	}
	if _, missing := os.Stat(folder + exporter.PartSuffix); !errors.Is(missing, os.ErrNotExist) {
		t.Error(missing)
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	_, err = exporter.Run(t.Context(), newClient(t, owner, "full", nil), folder, time.Now, func(string, int) {})
	if !errors.Is(err, os.ErrExist) {
		t.Error(err)
	}
}
