package workspaces_test

import (
	"net/http"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// The audit log has the first reading of a list by an API key in a day: of each list, key and day, and none by sessions
// or of what is no list.
func TestFirstReadingOfAListByAKey(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	key, other := createKey(owner), createKey(owner)
	read := func(key, path string) *apitest.Answer { return api.As(key).Get(path) }
	for range 3 {
		read(key, "/api/v1/workspace").OK()
		read(key, "/api/v1/members?limit=0").Problem(422, "validation")
		owner.Get("/api/tags").OK()
		read(key, "/api/v1/members").OK()
		read(key, "/api/v1/tags").OK()
		read(other, "/api/v1/tags").OK()
		read(other, "/api/v1/changes?since=2026-06-17T11:00:00Z").OK()
	}
	want := "changes.list, members.list, tags.list, tags.list"
	if got := listsRead(owner); got != want {
		t.Errorf("the log has %s, want %s", got, want)
	}
	api.Clock.Advance(12 * time.Hour) // the next day in UTC
	owner = owner.SignInAgain()
	read(key, "/api/v1/tags").OK()
	read(key, "/api/v1/tags").OK()
	if got := listsRead(owner); got != want+", tags.list" {
		t.Errorf("the log has %s on the next day", got)
	}
}

// listsRead are the lists that the audit log names, in the order of their names.
func listsRead(owner *apitest.User) string {
	return joinSorted(owner.Get(auditPath(owner) + "?action=list.read").Items())
}

// Two readings at once make one event, and a reading whose event cannot be written is not answered.
func TestSimultaneousFirstReadings(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	key := createKey(owner)
	read := func() *apitest.Answer { return api.As(key).Get("/api/v1/tags") }
	read().OK()
	api.Clock.Advance(24 * time.Hour)
	release := make(chan struct{})
	held := api.Probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems")})
	late := make(chan *apitest.Answer)
	go func() { late <- read() }()
	<-held.Reached()
	read().OK()
	close(release)
	(<-late).OK()
	owner = owner.SignInAgain()
	if got, want := listsRead(owner), "tags.list, tags.list"; got != want {
		t.Errorf("the log has %s, want %s", got, want)
	}
	api.Clock.Advance(24 * time.Hour)
	api.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected),
		Where: testkit.On("TransactWriteItems"), Times: testkit.Always})
	if answer := read(); answer.Status < http.StatusInternalServerError {
		t.Errorf("%d without the event", answer.Status)
	}
}
