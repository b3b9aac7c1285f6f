package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"stint/internal/apiclient"
	"stint/scripts/internal/sampledata"
)

// team is a workspace with its people, who work through the mixer.
type team struct {
	*sampledata.Maker
	options options
}

// rhythm gives everyone a few entries on every day.
var rhythm = sampledata.Rhythm{Entries: [2]int{4, 6}, Start: [2]int{480, 540}, Minutes: [2]int{20, 50},
	Pause: [2]int{5, 20}, OneTagIn: 3}

// newTeam makes the people, and the clients with their projects.
func newTeam(ctx context.Context, address string, o options) (*team, error) {
	described := sampledata.Sized(o.people, 4)
	described.Tags = []string{"on site", "remote"}
	t := &team{sampledata.New(ctx, &apiclient.Client{Address: address}, described), o}
	t.Make()
	return t, t.Err
}

// work lets everyone send requests until the time is over.
func (t *team) work(ctx context.Context, span time.Duration) (sent int, err error) {
	end := time.Now().Add(span)
	var mu sync.Mutex
	var everyone sync.WaitGroup
	for i, p := range t.Team.People {
		everyone.Go(func() {
			seed := t.options.seed + uint64(i)
			w := worker{Sequence: apiclient.Sequence{Client: t.Client, Context: ctx}, person: *p, seed: seed,
				timeline: sampledata.NewTimeline(t.Team, rhythm, time.Now(), seed), password: t.Team.Password}
			w.workUntil(end)
			mu.Lock()
			defer mu.Unlock()
			sent += w.sent
			err = errors.Join(err, w.Err)
		})
	}
	everyone.Wait()
	return sent, err
}

// worker is one person at work. Each of its requests must succeed, so each reads what the one before wrote.
type worker struct {
	apiclient.Sequence
	person   sampledata.Person
	timeline *sampledata.Timeline
	password string
	seed     uint64
	sent     int
}

// signInEvery is how many turns one access token is used for. It lives for 15 minutes.
const signInEvery = 200

func (w *worker) workUntil(end time.Time) {
	random := rand.New(rand.NewPCG(w.seed, 2))
	turns := []func(){w.trackTime, w.changeEntry, w.trackBatch, w.read, w.upsertTags}
	for turn := 0; time.Now().Before(end) && w.Err == nil; turn++ {
		if turn%signInEvery == 0 {
			answer := w.send(http.MethodPost, "/api/auth/login", object{"email": w.person.Email, "password": w.password})
			w.person.Token = apiclient.Text(answer, "access_token")
		}
		turns[random.IntN(len(turns))]()
	}
}

func (w *worker) send(method, path string, body any) object {
	w.sent++
	return w.Send(w.person.Token, method, path, body)
}

// trackTime starts a timer, changes it and stops it.
func (w *worker) trackTime() {
	work := w.timeline.SomeWork()
	started := w.send(http.MethodPost, "/api/timers/start", object{"projectId": work.ProjectID})
	path := "/api/timers/" + apiclient.Text(started, "id")
	w.send(http.MethodPatch, path, object{"description": w.timeline.SomeText(work)})
	w.want(w.send(http.MethodGet, "/api/timers/current", nil), "id", apiclient.Text(started, "id"))
	w.send(http.MethodPost, path+"/stop", nil)
}

// want checks a property of an answer.
func (w *worker) want(answer object, name, value string) {
	if timer, is := answer["timer"].(object); is {
		answer = timer
	}
	if got := apiclient.Text(answer, name); w.Err == nil && got != value {
		w.Err = fmt.Errorf("%s is %q in %v, want %q", name, got, answer, value)
	}
}

// changeEntry makes, changes and deletes an entry.
func (w *worker) changeEntry() {
	made := w.send(http.MethodPost, "/api/entries", w.timeline.Entries(1)[0])
	path := "/api/entries/" + apiclient.Text(made, "id")
	w.send(http.MethodPatch, path, object{"description": "changed"})
	w.want(w.send(http.MethodGet, path, nil), "description", "changed")
	w.send(http.MethodDelete, path, nil)
}

// trackBatch makes entries in one request.
func (w *worker) trackBatch() {
	w.send(http.MethodPost, "/api/entries:bulk", object{"items": w.timeline.Entries(10)})
}

// upsertTags makes tags, or finds them.
func (w *worker) upsertTags() {
	rows := []object{{"name": "remote"}, {"name": w.person.Name}, {"name": w.person.Name + " again"}}
	w.send(http.MethodPost, "/api/tags:upsert", object{"items": rows})
}

// read reads lists and reports.
func (w *worker) read() {
	now := time.Now().UTC()
	year := "from=" + now.AddDate(-1, 0, 0).Format(time.RFC3339) + "&to=" + now.Format(time.RFC3339)
	for _, path := range []string{"/api/entries?limit=50", "/api/reports/summary?group_by=project&" + year,
		"/api/tracker/suggestions", "/api/projects", "/api/changes?limit=50", "/api/auth/me"} {
		w.send(http.MethodGet, path, nil)
	}
}
