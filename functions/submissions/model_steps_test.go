package submissions_test

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"stint/functions/apitest"
	"stint/shared/domain"
)

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
