package submissions_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stint/functions/apitest"
	"stint/shared/domain"
)

const (
	modelSeeds = 12
	modelSteps = 200
)

// TestAgainstModel lets several people do random things to their time and to
// each other's timesheets, compares every answer and everything in the table
// with the model, and checks what is always true after every step. A seed alone
// repeats its whole run.
func TestAgainstModel(t *testing.T) {
	t.Parallel()
	seen, mu := map[string]int{}, new(sync.Mutex)
	t.Cleanup(func() {
		for _, name := range slices.Sorted(maps.Keys(seen)) {
			t.Logf("%s: %d", name, seen[name])
		}
		for _, want := range []string{
			"submit 200", "submit 409", "resubmit 200", "resubmit 409", "withdraw 200", "withdraw 409", "reopen 200", "reopen 409", "reopen 403",
			"approve-all 200", "approve-all 409", "approve-all 403", "approve 200", "approve 409", "approve 403", "approve 404", "reject 200", "reject 409",
			"edit 200", "edit 409", "delete 200", "delete 409", "bulk 200", "bulk 422", "create 200", "start 200", "stop 200",
		} {
			if seen[want] == 0 {
				t.Errorf("never seen: %s", want)
			}
		}
	})
	for seed := range uint64(modelSeeds) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			p := newPlay(t, seed)
			for step := range modelSteps {
				p.step()
				p.compare(fmt.Sprintf("seed %d, step %d", seed, step), step%50 == 49)
			}
			mu.Lock()
			defer mu.Unlock()
			for name, n := range p.seen {
				seen[name] += n
			}
		})
	}
}

// play is one run: the service and the model side by side.
type play struct {
	*rand.Rand
	t        *testing.T
	team     *team
	model    *model
	people   map[string]*apitest.Person
	names    map[string]string // by user id
	projects map[string]string // by name
	serial   int
	freed    []string // ids of entries that were deleted
	seen     map[string]int
	last     string // what was done last
}

func newPlay(t *testing.T, seed uint64) *play {
	m := newTeam(t)
	p := &play{
		Rand: rand.New(rand.NewPCG(seed, 67)), t: t, team: m, seen: map[string]int{},
		model:    &model{entries: map[string]*modelEntry{}, timers: map[string]*modelEntry{}},
		people:   map[string]*apitest.Person{"owner": m.owner, "mia": m.manager, "will": m.worker, "uma": m.other},
		projects: map[string]string{"site": m.site, "app": m.app}, names: map[string]string{},
	}
	for name, person := range p.people {
		p.names[person.ID] = name
	}
	return p
}

// step does one thing. What is done to sheets outweighs, or most would stay as
// they were submitted.
func (p *play) step() {
	who := pick(p, []string{"will", "will", "uma", "mia", "owner"})
	switch n := p.IntN(100); {
	case n < 14:
		p.create(who)
	case n < 24:
		p.edit(who)
	case n < 28:
		p.remove(who)
	case n < 34:
		p.bulk(who)
	case n < 38:
		p.timer(who)
	case n < 40:
		p.round()
	case n < 54:
		p.submit(who)
	case n < 79:
		p.decide(pick(p, []string{"owner", "owner", "mia", "mia", who}))
	default:
		p.move(who)
	}
}

func pick[T any](p *play, from []T) T { return from[p.IntN(len(from))] }

// answered compares a status with the model's.
func (p *play) answered(what string, answer *apitest.Answer, want int) bool {
	p.last = fmt.Sprintf("%s %s %v: %d, the model says %d\n%s", answer.Request.Method, answer.Request.Path, answer.Request.Body, answer.Status, want, answer.Body)
	if answer.Status != want {
		p.t.Fatalf("%s\n%s", p.last, p.model)
	}
	p.seen[fmt.Sprint(what, " ", want)]++
	return want == 200
}

// body is an entry on the wire.
func (p *play) body(e modelEntry) object {
	from := time.Date(2026, 6, e.day, 9, 0, 0, 0, time.UTC)
	body := object{"startedAt": domain.At(from).String(), "stoppedAt": domain.At(from.Add(time.Duration(e.minutes) * time.Minute)).String(), "isBillable": e.billable, "projectId": nil}
	if e.project != "" {
		body["projectId"] = p.projects[e.project]
	}
	return body
}

// any is a random entry's content.
func (p *play) some(e modelEntry) modelEntry {
	if e.version == 0 || p.IntN(2) == 0 {
		e.minutes = 1 + p.IntN(60)
	}
	if e.version == 0 || p.IntN(2) == 0 {
		e.project = pick(p, []string{"site", "site", "app", ""})
	}
	if e.version == 0 || p.IntN(5) == 0 {
		e.day = 1 + p.IntN(6)
	}
	if e.version == 0 || p.IntN(5) == 0 {
		e.billable = p.IntN(3) > 0
	}
	return e
}

func (p *play) create(who string) {
	e := p.some(modelEntry{owner: who})
	answer := p.people[who].Post("/api/entries", p.body(e))
	if p.answered("create", answer, 200) {
		e.id, e.version = answer.ID(), 1
		p.model.entries[e.id] = &e
	}
}

// own are somebody's entries, in an order that a seed repeats.
func (p *play) own(who string) (own []*modelEntry) {
	for _, id := range slices.Sorted(maps.Keys(p.model.entries)) {
		if e := p.model.entries[id]; e.owner == who {
			own = append(own, e)
		}
	}
	return own
}

// by is the path of an entry for who changes it: its owner, or the workspace's.
func (p *play) by(e *modelEntry) (*apitest.Person, string) {
	path := "/api/entries/" + e.id
	if p.IntN(3) == 0 {
		return p.people["owner"], path + "?user_id=" + p.people[e.owner].ID
	}
	return p.people[e.owner], path
}

func (p *play) edit(who string) {
	own := p.own(who)
	if len(own) == 0 {
		return
	}
	e := pick(p, own)
	next, want := p.some(*e), 200
	if next != *e && p.model.lock(e.id) != nil {
		want = 409
	}
	person, path := p.by(e)
	if p.answered("edit", person.Patch(path, p.body(next)), want) && next != *e {
		next.version++
		*e = next
	}
}

func (p *play) remove(who string) {
	own := p.own(who)
	if len(own) == 0 {
		return
	}
	e, want := pick(p, own), 200
	if p.model.lock(e.id) != nil {
		want = 409
	}
	person, path := p.by(e)
	if p.answered("delete", person.Delete(path), want) {
		p.forget(e.id)
	}
}

func (p *play) forget(id string) {
	delete(p.model.entries, id)
	p.freed = append(p.freed, id)
}

// bulk changes, deletes and makes several; ids of the dead come back to life.
func (p *play) bulk(who string) {
	own := p.own(who)
	p.Shuffle(len(own), func(i, j int) { own[i], own[j] = own[j], own[i] })
	next, rows := map[string]*modelEntry{}, []object{}
	for _, e := range own[:min(len(own), 1+p.IntN(3))] {
		row := object{"op": "delete"}
		next[e.id] = nil
		if p.IntN(4) > 0 {
			changed := p.some(*e)
			if row = p.body(changed); changed != *e {
				changed.version++
			}
			next[e.id] = &changed
		}
		row["id"] = e.id
		rows = append(rows, row)
	}
	if p.IntN(2) == 0 || len(rows) == 0 {
		p.serial++
		id := fmt.Sprintf("01900000-0000-7000-8000-%012d", p.serial)
		if len(p.freed) > 0 && p.IntN(2) == 0 {
			id = pick(p, p.freed)
		}
		if p.model.entries[id] == nil {
			made := p.some(modelEntry{id: id, owner: who})
			row := p.body(made)
			row["id"] = id
			made.version = 1
			next[id], rows = &made, append(rows, row)
		}
	}
	if len(rows) == 0 {
		return
	}
	want := 200
	for id, after := range next {
		if before := p.model.entries[id]; before != nil && p.model.lock(id) != nil && (after == nil || *after != *before) {
			want = 422
		}
	}
	if p.answered("bulk", p.people[who].Post("/api/entries:bulk", object{"items": rows}), want) {
		for id, after := range next {
			if after == nil {
				p.forget(id)
			} else {
				p.model.entries[id] = after
			}
		}
	}
}

// timer starts one on a day past, or stops the one that runs.
func (p *play) timer(who string) {
	e := p.model.timers[who]
	if e == nil {
		made := p.some(modelEntry{owner: who})
		body := p.body(made)
		delete(body, "stoppedAt")
		answer := p.people[who].Post("/api/timers/start", body)
		if p.answered("start", answer, 200) {
			made.id, made.version = answer.ID(), 1
			p.model.timers[who] = &made
		}
		return
	}
	answer := p.people[who].Post("/api/timers/"+e.id+"/stop", object{"stoppedAt": p.body(*e)["stoppedAt"]})
	if p.answered("stop", answer, 200) {
		e.version++
		p.model.entries[e.id] = e
		delete(p.model.timers, who)
	}
}

func (p *play) round() {
	p.model.step = pick(p, []int{0, 6, 15})
	rounding := object{"mode": "up", "minutes": p.model.step}
	if p.model.step == 0 {
		rounding = object{"mode": "none"}
	}
	settle(p.team.owner, object{"rounding": rounding})
}

func (p *play) submit(who string) {
	first := 1 + p.IntN(6)
	last := min(6, first+p.IntN(3))
	want, s := p.model.submit(who, first, last)
	answer := p.people[who].Post(all, object{"periodStart": fmt.Sprintf("2026-06-%02d", first), "periodEnd": fmt.Sprintf("2026-06-%02d", last)})
	if p.answered("submit", answer, want) {
		s.id = answer.ID()
		p.name(s, answer.OK())
	}
}

// name learns the ids of new lines, and sees to it that the others kept theirs.
func (p *play) name(s *modelSheet, shown object) {
	for _, l := range shown["lines"].([]any) {
		line := l.(object)
		key, id := p.key(line), line["id"].(string)
		known := s.line(key)
		if known == nil || known.id != "" && known.id != id || slices.Contains(s.gone, id) {
			p.t.Fatalf("line %v of %v is %s\n%s", known, key, id, p.last)
		}
		known.id = id
	}
}

func (p *play) key(line object) modelKey {
	key := modelKey{billable: line["is_billable"] == true}
	for name, id := range p.projects {
		if line["project_id"] == id {
			key.project = name
		}
	}
	return key
}

// decide approves or rejects a line, or approves all.
func (p *play) decide(who string) {
	if len(p.model.sheets) == 0 {
		return
	}
	s := p.recent()
	l := pick(p, s.lines)
	path := "/api/workspaces/me/submission-lines/" + l.id
	what := pick(p, []string{"approve", "approve", "reject", "reject", "approve-all", "gone"})
	lines, status, event := []*modelLine{l}, "approved", "line_approved"
	switch what {
	case "reject":
		status, event = "rejected", "line_rejected"
	case "approve-all":
		path, event, lines = all+"/"+s.id, "approved_all", nil
		for _, l := range s.lines {
			if decides(who, s, l) {
				lines = append(lines, l)
			}
		}
	case "gone":
		if len(s.gone) == 0 {
			return
		}
		answer := p.people[who].Post("/api/workspaces/me/submission-lines/"+pick(p, s.gone)+"/approve", nil)
		p.answered("approve", answer, 404)
		return
	}
	answer := p.people[who].Post(path+"/"+what, nil)
	switch {
	case !sees(who, s):
		p.answered(what, answer, 404)
	case len(lines) == 0 || !decides(who, s, lines[0]):
		p.answered(what, answer, 403)
	default:
		p.answered(what, answer, s.decide(status, event, lines...))
	}
}

// recent is a submission, more likely one of the latest.
func (p *play) recent() *modelSheet {
	n := len(p.model.sheets)
	return p.model.sheets[n-1-min(p.IntN(n), p.IntN(n))]
}

// move withdraws, resubmits or reopens.
func (p *play) move(who string) {
	if len(p.model.sheets) == 0 {
		return
	}
	s, what := p.recent(), pick(p, []string{"withdraw", "resubmit", "resubmit", "reopen"})
	if i := slices.IndexFunc(p.model.sheets, func(s *modelSheet) bool { return strings.HasSuffix(s.status(), "rejected") }); what == "resubmit" && i >= 0 && p.IntN(3) > 0 {
		s = p.model.sheets[i]
	}
	if p.IntN(4) > 0 {
		who = s.owner
	}
	if what == "reopen" && p.IntN(3) > 0 {
		who = "owner"
	}
	answer := p.people[who].Post(all+"/"+s.id+"/"+what, nil)
	switch {
	case !sees(who, s):
		p.answered(what, answer, 404)
	case what == "reopen" && who != "owner", what != "reopen" && who != s.owner:
		p.answered(what, answer, 403)
	case what == "withdraw":
		p.answered(what, answer, s.withdraw())
	case what == "reopen":
		p.answered(what, answer, s.reopen())
	default:
		if p.answered(what, answer, p.model.resubmit(s)) {
			p.name(s, answer.OK())
		}
	}
}

// compare holds everything in the table against the model, and now and then
// against what the API shows.
func (p *play) compare(when string, shown bool) {
	l := always(p.t, p.team.House)
	if got, want := p.told(l), p.model.String(); got != want {
		p.t.Fatalf("%s: %s\n--- the table has\n%s\n--- the model has\n%s", when, p.last, got, want)
	}
	if shown {
		l.agrees(p.t, p.team.owner)
	}
}

// told is the table in the words of the model.
func (p *play) told(l *ledger) string {
	projects := map[domain.ID]string{}
	for name, id := range p.projects {
		projects[domain.ID(id)] = name
	}
	var all []string
	for _, e := range l.entries {
		lock := "free"
		if s := l.lockOf(e); s != "" {
			lock = "in " + string(s)
		}
		is := modelEntry{
			id: string(e.ID), owner: p.names[string(e.UserID)], day: e.StartedAt.Day(), minutes: int(e.StoppedAt.Sub(e.StartedAt.Time).Minutes()),
			project: projects[e.ProjectID], billable: e.IsBillable, version: int(e.Version),
		}
		all = append(all, is.String()+" "+lock)
	}
	for id, s := range l.heads {
		var events []string
		for _, e := range l.events[id] {
			events = append(events, string(e.Type))
		}
		all = append(all, fmt.Sprintf("sheet %s of %s, %s-%s, %s: %s", id, p.names[string(s.UserID)], s.PeriodStart[9:], s.PeriodEnd[9:], s.Status(), strings.Join(events, " ")))
		for i, line := range l.lines[id][0].Lines {
			all = append(all, fmt.Sprintf("sheet %s line %q %t: %s, %d entries, %d min, %d, v%d", id, projects[line.ProjectID], line.IsBillable, s.Lines[i].Status, line.Entries, line.Seconds/60, line.Amount, s.Lines[i].Version))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}
