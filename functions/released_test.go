package functions_test

import (
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
	"stint/shared/domain"
	"stint/shared/store/key"
	"stint/shared/store/testdata/releases"
	"stint/shared/table"
)

// writeRelease is the release whose records are written; see README.md in the folder.
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
	w := newWorld(t, withLimits)
	about := releasedWorld{Owner: w.owner.Email, Key: w.key, IDs: w.ids, Texts: w.texts}
	for _, b := range budgets {
		request := b.request(w)
		request.Method = methodOf(b.route)
		w.Send(request)
	}
	w.addRareRecords(t)
	about.Now = w.Clock.Now()
	folder := filepath.Join("..", "shared", "store", "testdata", "releases", *writeRelease)
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
	for name, text := range map[string][]byte{releases.Items: lines.Bytes(), releases.World: append(text, '\n')} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// readItems reads the records of a release.
func readItems(t *testing.T, file releases.File) (items []dynamojson.Item) {
	t.Helper()
	for line := range bytes.Lines(file.Content) {
		item, err := dynamojson.ReadLine(line)
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	return items
}

// restoreRelease makes a world of the records of a release.
func restoreRelease(t *testing.T, items, described releases.File) *world {
	t.Helper()
	var about releasedWorld
	if err := json.Unmarshal(described.Content, &about); err != nil {
		t.Fatal(err)
	}
	api, provider, calendars := apitest.NewWithSSOAndCalendar(t)
	api.Restore(t, apitest.NewSnapshot(readItems(t, items), about.Now))
	login := publicRequest("/api/auth/login", object{"email": about.Owner, "password": apitest.Password})
	login.Method = "POST"
	owner := api.UserOf(api.Send(login))
	return &world{Service: api, provider: provider, calendars: calendars, owner: owner, key: about.Key, ids: about.IDs,
		texts: about.Texts}
}

// The API answers from the records of each release: every list, record, report and export. The data keys open, and
// the worker does what is queued.
func TestAPIAnswersFromTheRecordsOfEachRelease(t *testing.T) {
	t.Parallel()
	worlds, err := releases.All(releases.World)
	items, errOfItems := releases.All(releases.Items)
	if err := errors.Join(err, errOfItems); err != nil {
		t.Fatal(err)
	}
	for i, described := range worlds {
		w := restoreRelease(t, items[i], described)
		answered := 0
		for _, spec := range functions.Routes() {
			if spec.Method != "GET" || spec.Credential == auth.Public || spec.ID == "calendar.events" { // its provider is new
				continue
			}
			path := w.pathOf(t, spec, nil)
			answer := w.As(w.bearerFor(spec)).Get(path + queriesOfReleases[spec.ID])
			if answer.Status != 200 {
				t.Errorf("%s: %s: %d %s", described.Release, spec.ID, answer.Status, answer.Body)
				continue
			}
			answered++
		}
		t.Logf("%s: %d routes answer", described.Release, answered)
		w.makeDataKeys(t)
		w.finishWork(t)
	}
}

// finishWork does the work that a release left in its queue, and that which it gave up.
func (w *world) finishWork(t *testing.T) {
	t.Helper()
	retried := 0
	for letter, err := range w.Deps.Store.DeadLetters(t.Context()) {
		if err == nil && letter.Kind == domain.MailInvitation {
			err = w.Deps.Store.RetryWork(t.Context(), letter.ID)
			retried++
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	w.RunWorker()
	w.Clock.Advance(domain.WriteGrace) // what waited for the end of a request is due
	w.RunWorker()
	if len(w.Mailbox.Messages("")) == 0 || retried == 0 {
		t.Errorf("%d mails were tried again, and none was sent", retried)
	}
	for _, it := range testkit.Dump(t, w.Table) {
		isWork := key.Queue.Matches(table.StringAttribute(it, "pk")) && it["tries"] != nil
		if isWork && table.StringAttribute(it, "kind") != string(domain.WorkRevokeGrant) { // its provider is new
			t.Errorf("this was tried and not done: %v", dynamojson.Attributes(it))
		}
	}
}

// queriesOfReleases are the queries of routes that need one.
var queriesOfReleases = map[string]string{
	"reports.summary": juneOfReleases, "reports.summary.v1": juneOfReleases, "entries.export": juneOfReleases,
	"entries.export.v1": juneOfReleases,
}

const juneOfReleases = "?from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z"
