package submissions_test

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain"
)

// checkStatus compares a status with the model's.
func (p *modelRun) checkStatus(what string, answer *apitest.Answer, want int) bool {
	p.lastStep = fmt.Sprintf("%s %s %v: %d, the model says %d\n%s", answer.Request.Method, answer.Request.Path,
		answer.Request.Body, answer.Status, want, answer.Body)
	if answer.Status != want {
		p.t.Fatalf("%s\n%s", p.lastStep, p.model)
	}
	p.counts[fmt.Sprint(what, " ", want)]++
	return want == 200
}

// entryBody is an entry on the wire.
func (p *modelRun) entryBody(e modelEntry) object {
	from := time.Date(2026, 6, e.day, 9, 0, 0, 0, time.UTC)
	body := object{"startedAt": domain.InstantOf(from).String(),
		"stoppedAt": domain.InstantOf(from.Add(time.Duration(e.minutes) * time.Minute)).String(), "isBillable": e.billable,
		"projectId": nil}
	if e.project != "" {
		body["projectId"] = p.projects[e.project]
	}
	return body
}

// any is a random entry's content.
func (p *modelRun) randomContent(e modelEntry) modelEntry {
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

func (p *modelRun) create(user string) {
	e := p.randomContent(modelEntry{owner: user})
	answer := p.users[user].Post("/api/entries", p.entryBody(e))
	if p.checkStatus("create", answer, 200) {
		e.id, e.version = answer.ID(), 1
		p.model.entries[e.id] = &e
	}
}

// entriesOf are the entries of a user, in an order that a seed repeats.
func (p *modelRun) entriesOf(user string) (own []*modelEntry) {
	for _, id := range slices.Sorted(maps.Keys(p.model.entries)) {
		if e := p.model.entries[id]; e.owner == user {
			own = append(own, e)
		}
	}
	return own
}

// randomEditor is the path of an entry for who changes it: its owner, or the workspace's.
func (p *modelRun) randomEditor(e *modelEntry) (*apitest.User, string) {
	path := "/api/entries/" + e.id
	if p.IntN(3) == 0 {
		return p.users["owner"], path + "?user_id=" + p.users[e.owner].ID
	}
	return p.users[e.owner], path
}

func (p *modelRun) edit(user string) {
	own := p.entriesOf(user)
	if len(own) == 0 {
		return
	}
	e := pick(p, own)
	next, want := p.randomContent(*e), 200
	if next != *e && p.model.lockedBy(e.id) != nil {
		want = 409
	}
	editor, path := p.randomEditor(e)
	if p.checkStatus("edit", editor.Patch(path, p.entryBody(next)), want) && next != *e {
		next.version++
		*e = next
	}
}

func (p *modelRun) remove(user string) {
	own := p.entriesOf(user)
	if len(own) == 0 {
		return
	}
	e, want := pick(p, own), 200
	if p.model.lockedBy(e.id) != nil {
		want = 409
	}
	editor, path := p.randomEditor(e)
	if p.checkStatus("delete", editor.Delete(path), want) {
		p.forgetEntry(e.id)
	}
}

func (p *modelRun) forgetEntry(id string) {
	delete(p.model.entries, id)
	p.deletedIDs = append(p.deletedIDs, id)
}

// bulk changes, deletes and makes several; ids of the dead come back to life.
func (p *modelRun) bulk(user string) {
	own := p.entriesOf(user)
	p.Shuffle(len(own), func(i, j int) { own[i], own[j] = own[j], own[i] })
	next, rows := map[string]*modelEntry{}, []object{}
	for _, e := range own[:min(len(own), 1+p.IntN(3))] {
		row := object{"op": "delete"}
		next[e.id] = nil
		if p.IntN(4) > 0 {
			changed := p.randomContent(*e)
			if row = p.entryBody(changed); changed != *e {
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
		if len(p.deletedIDs) > 0 && p.IntN(2) == 0 {
			id = pick(p, p.deletedIDs)
		}
		if p.model.entries[id] == nil {
			made := p.randomContent(modelEntry{id: id, owner: user})
			row := p.entryBody(made)
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
		if before := p.model.entries[id]; before != nil && p.model.lockedBy(id) != nil &&
			(after == nil || *after != *before) {
			want = 422
		}
	}
	if p.checkStatus("bulk", p.users[user].Post("/api/entries:bulk", object{"items": rows}), want) {
		for id, after := range next {
			if after == nil {
				p.forgetEntry(id)
			} else {
				p.model.entries[id] = after
			}
		}
	}
}

// timer starts one on a day past, or stops the one that runs.
func (p *modelRun) timer(user string) {
	e := p.model.timers[user]
	if e == nil {
		made := p.randomContent(modelEntry{owner: user})
		body := p.entryBody(made)
		delete(body, "stoppedAt")
		answer := p.users[user].Post("/api/timers/start", body)
		if p.checkStatus("start", answer, 200) {
			made.id, made.version = answer.ID(), 1
			p.model.timers[user] = &made
		}
		return
	}
	answer := p.users[user].Post("/api/timers/"+e.id+"/stop", object{"stoppedAt": p.entryBody(*e)["stoppedAt"]})
	if p.checkStatus("stop", answer, 200) {
		e.version++
		p.model.entries[e.id] = e
		delete(p.model.timers, user)
	}
}

func (p *modelRun) changeRounding() {
	p.model.step = pick(p, []int{0, 6, 15})
	rounding := object{"mode": "up", "minutes": p.model.step}
	if p.model.step == 0 {
		rounding = object{"mode": "none"}
	}
	setBilling(p.team.owner, object{"rounding": rounding})
}
