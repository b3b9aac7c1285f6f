package integrators_test

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// writer is a program that keeps a workspace busy. Some of its requests are refused.
type writer struct {
	*program
	random *rand.Rand
	ids    map[string][]string // of what it made, by path
	failed []string            // what neither happened nor was refused
}

func newWriter(p *program, seed uint64) *writer {
	return &writer{program: p, random: rand.New(rand.NewPCG(seed, 0)), ids: map[string][]string{}}
}

// send sends a request, and remembers what a POST made.
func (w *writer) send(method, path string, body any) {
	answer := w.do(method, path, body)
	if answer.Status >= 500 {
		w.failed = append(w.failed, fmt.Sprint(method, " ", path, ": ", answer.Status))
	}
	if id, ok := answer.JSON()["id"].(string); ok && method == "POST" && answer.Status == 200 {
		w.ids[path] = append(w.ids[path], id)
	}
}

// any is an id that was made at a path, also of what is gone; "none" without one.
func (w *writer) any(path string) string {
	if all := w.ids[path]; len(all) > 0 {
		return all[w.random.IntN(len(all))]
	}
	return "none"
}

func (w *writer) name() string { return fmt.Sprint("name ", w.random.IntN(60)) }

// change changes or deletes what was made at a path.
func (w *writer) change(path, below string, body object) {
	id := w.any(path)
	if w.random.IntN(3) == 0 {
		w.send("DELETE", below+id, nil)
	} else {
		w.send("PATCH", below+id, body)
	}
}

func (w *writer) entry() object {
	start := w.Clock.Now().AddDate(0, 0, -w.random.IntN(6)).Add(-time.Duration(w.random.IntN(600)) * time.Minute)
	entry := object{"startedAt": start.Format(time.RFC3339), "stoppedAt": start.Add(time.Minute).Format(time.RFC3339),
		"description": w.name()}
	if p := w.any("/projects"); p != "none" && w.random.IntN(2) == 0 {
		entry["projectId"] = p
	}
	return entry
}

// manage does one of the things that managers do.
func (w *writer) manage() {
	projects := "/projects/" + w.any("/projects") + "/tasks"
	for _, list := range []string{"/clients", "/tags", "/projects"} {
		switch w.random.IntN(8) {
		case 0, 1:
			w.send("POST", list, object{"name": w.name()})
		case 2:
			w.change(list, list+"/", object{"name": w.name()})
		}
	}
	switch w.random.IntN(6) {
	case 0:
		w.send("POST", projects, object{"name": w.name()})
	case 1:
		w.change(projects, "/tasks/", object{"name": w.name()})
	case 2:
		w.send("PATCH", "/projects/"+w.any("/projects"),
			object{"clientId": w.any("/clients"), "isArchived": w.random.IntN(2) == 0})
	case 3:
		w.send("POST", "/projects:upsert", object{"items": []object{
			{"name": w.name(), "client": w.name()}, {"name": w.name()}}})
	case 4:
		w.send("POST", "/timesheet-submissions/"+w.any("/timesheet-submissions")+"/approve-all", nil)
	default:
		w.track()
	}
}

// track does one of the things that people do.
func (w *writer) track() {
	switch w.random.IntN(10) {
	case 0, 1:
		w.send("POST", "/timers/start", object{"description": w.name()})
	case 2:
		w.send("POST", "/timers/current/stop", nil)
	case 3:
		w.send("DELETE", "/timers/"+w.any("/timers/start"), nil)
	case 4, 5:
		w.send("POST", "/entries", w.entry())
	case 6:
		w.change("/entries", "/entries/", object{"description": w.name()})
	case 7:
		first, second := w.entry(), w.entry()
		first["id"], second["id"] = fmt.Sprintf("00000000-0000-7000-8000-%012d", w.random.IntN(30)),
			fmt.Sprintf("00000000-0000-7000-8000-%012d", 30+w.random.IntN(30))
		gone := object{"id": fmt.Sprintf("00000000-0000-7000-8000-%012d", 60+w.random.IntN(10)), "op": "delete"}
		w.send("POST", "/entries:bulk", object{"items": []object{first, second, gone}})
	case 8:
		day := w.Clock.Now().AddDate(0, 0, -w.random.IntN(6)).Format(time.DateOnly)
		w.send("POST", "/timesheet-submissions", object{"periodStart": day, "periodEnd": day})
	default:
		w.send("POST", "/timesheet-submissions/"+w.any("/timesheet-submissions")+"/"+
			[]string{"withdraw", "resubmit"}[w.random.IntN(2)], nil)
	}
}
