package functions_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stint/functions"
	"stint/internal/apitest"
	"stint/internal/dynamojson"
	"stint/internal/testkit"
	"stint/shared/auth"
	"stint/shared/config"
)

// releases has a folder with the records that each release wrote.
const releases = "../shared/store/testdata/releases"

// writeRelease is the release whose records are written: go test ./functions -run TestWriteRelease -release 1.1.0
var writeRelease = flag.String("release", "", "write the records of this release")

// releasedWorld says what the records of a release are about.
type releasedWorld struct {
	Now   time.Time         `json:"now"`   // when they were written
	Owner string            `json:"owner"` // address of the owner of the workspace
	Key   string            `json:"key"`   // an API key of the owner
	IDs   map[string]string `json:"ids"`   // by the path segment before the parameter
	Texts map[string]string `json:"texts"`
}

// Every request of the budgets is sent to one world, so that it has every kind of record. It writes
// nothing without the flag.
func TestWriteRelease(t *testing.T) {
	if *writeRelease == "" {
		return
	}
	w := newWorld(t, func(c *config.Config) { c.AttemptsPerAddress, c.AttemptsPerAccount = 1000, 1000 })
	about := releasedWorld{Owner: w.owner.Email, Key: w.key, IDs: w.ids, Texts: w.texts}
	for _, b := range budgets {
		request := b.request(w)
		request.Method = methodOf(b.route)
		w.Send(request)
	}
	w.addRareRecords()
	w.RunWorker()
	about.Now = w.Clock.Now()
	folder := filepath.Join(releases, *writeRelease)
	if err := os.MkdirAll(folder, 0o750); err != nil {
		t.Fatal(err)
	}
	var lines bytes.Buffer
	zipped := gzip.NewWriter(&lines)
	encoder := json.NewEncoder(zipped)
	for _, item := range testkit.Dump(t, w.Table) {
		if err := encoder.Encode(dynamojson.Line(item)); err != nil {
			t.Fatal(err)
		}
	}
	text, err := json.MarshalIndent(about, "", "  ")
	if err := errors.Join(err, zipped.Close()); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"items.jsonl.gz": lines.Bytes(), "world.json": append(text, '\n')} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// addRareRecords makes the kinds of records that no request of the budgets leaves.
func (w *world) addRareRecords() {
	o := w.owner
	o.Post("/api/projects", object{"name": w.newName(), "externalId": "A-1"}).OK()
	o.Delete("/api/tags/" + w.createTag()).OK()
	once := apitest.Request{Method: "POST", Path: "/api/tags", Body: w.newNameBody(), Bearer: o.Token,
		Header: map[string]string{"Idempotency-Key": "once-and-only-once"}}
	w.Send(once).OK()
}

// readLines reads the records of a release.
func readLines(t *testing.T, name string) (items []dynamojson.Item) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		item, err := dynamojson.ReadLine(lines.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	return items
}

// restoreRelease makes a world of the records of a release.
func restoreRelease(t *testing.T, folder string) *world {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "world.json"))
	if err != nil {
		t.Fatal(err)
	}
	var about releasedWorld
	if err := json.Unmarshal(text, &about); err != nil {
		t.Fatal(err)
	}
	api, provider, calendars := apitest.NewWithSSOAndCalendar(t)
	api.Restore(t, apitest.NewSnapshot(readLines(t, filepath.Join(folder, "items.jsonl.gz")), about.Now))
	login := publicRequest("/api/auth/login", object{"email": about.Owner, "password": apitest.Password})
	login.Method = "POST"
	owner := api.UserOf(api.Send(login))
	return &world{Service: api, provider: provider, calendars: calendars, owner: owner, key: about.Key, ids: about.IDs,
		texts: about.Texts}
}

// The API answers from the records of each release: every list, record, report and export.
func TestAPIAnswersFromTheRecordsOfEachRelease(t *testing.T) {
	t.Parallel()
	folders, err := filepath.Glob(filepath.Join(releases, "*", "world.json"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("no records of releases: %v", err)
	}
	for _, file := range folders {
		w := restoreRelease(t, filepath.Dir(file))
		answered := 0
		for _, spec := range functions.Routes() {
			if spec.Method != "GET" || spec.Credential == auth.Public || spec.ID == "calendar.events" { // its provider is new
				continue
			}
			path := w.pathOf(t, spec, nil)
			answer := w.Send(apitest.Request{Method: "GET", Path: path + queriesOfReleases[spec.ID], Bearer: w.bearerFor(spec)})
			if answer.Status != 200 {
				t.Errorf("%s: %s: %d %s", filepath.Dir(file), spec.ID, answer.Status, answer.Body)
				continue
			}
			answered++
		}
		t.Logf("%s: %d routes answer", filepath.Dir(file), answered)
	}
}

// queriesOfReleases are the queries of routes that need one.
var queriesOfReleases = map[string]string{
	"reports.summary": juneOfReleases, "reports.summary.v1": juneOfReleases, "entries.export": juneOfReleases,
	"entries.export.v1": juneOfReleases,
}

const juneOfReleases = "?from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z"
