package mcp_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

// tamper breaks a rule of the service, as far as a scenario can see.
type tamper struct {
	access  string                                // of all keys
	setup   func(*world)                          // after the records
	request func(a agent, tool string, in object) // changes a call
	answer  func(any) any                         // changes a part of an answer
}

func (p *tamper) prepare(w *world) {
	if p.setup != nil {
		p.setup(w)
	}
}

func (p *tamper) changeRequest(a agent, tool string, in object) object {
	if p.request == nil {
		return in
	}
	in = maps.Clone(in)
	p.request(a, tool, in)
	return in
}

func (p *tamper) changeAnswer(r result) result {
	if p.answer != nil {
		r.answer, _ = p.each(r.answer).(object)
	}
	return r
}

// each changes all parts of a value.
func (p *tamper) each(value any) any {
	switch v := value.(type) {
	case object:
		all := object{}
		for name, one := range v {
			all[name] = p.each(one)
		}
		return p.answer(all)
	case []any:
		all := []any{}
		for _, one := range v {
			all = append(all, p.each(one))
		}
		return all
	}
	return p.answer(value)
}

// A scenario complains of what it says, whichever part is not so.
func (p *played) checkThatAllCounts(t *testing.T, s scenario) {
	t.Helper()
	complaints := len(p.complaints(s))
	check := func(what string) {
		if len(p.complaints(s)) <= complaints {
			t.Errorf("nobody looks at %s", what)
		}
	}
	for _, c := range s.Calls {
		for _, parts := range []object{c.Answers, c.Fails} {
			for path, value := range parts {
				parts[path] = "another value"
				check(path)
				parts[path] = value
			}
		}
	}
	for person, lines := range s.Afterwards {
		s.Afterwards[person] = append(slices.Clone(lines), "one more")
		check("the records of " + person)
		s.Afterwards[person] = lines
	}
}

// Each of these breaks one rule. The scenario that is about it then fails, for that reason.
func TestScenariosFailWhenARuleIsBroken(t *testing.T) {
	t.Parallel()
	scenarios := map[string]scenario{}
	for _, s := range readScenarios(t) {
		scenarios[s.Says] = s
	}
	for name, c := range tampers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, known := scenarios[c.says]
			if !known {
				t.Fatalf("no scenario %q", c.says)
			}
			all := play(t, s, &c.tamper).complaints(s)
			if !slices.ContainsFunc(all, func(one string) bool { return strings.Contains(one, c.complaint) }) {
				t.Errorf("%q, want %q", all, c.complaint)
			}
		})
	}
}

// tampers are broken rules, with the scenario that finds each and a part of its complaint.
var tampers = map[string]struct {
	says, complaint string
	tamper
}{
	"a preview writes": {"Show me first what you would log", "it wrote", tamper{
		request: func(_ agent, _ string, in object) { delete(in, "preview") }}},
	"a request key counts for nothing": {"Log it again, I did not see an answer", "ana has", tamper{
		request: func(_ agent, _ string, in object) { in["request_key"] = rand() }}},
	"a key that reads may write": {"Start a timer with a key that may only read", "code of the failure is <nil>", tamper{
		access: "full"}},
	"text has no mark": {"What did people note on the meetings?", "without its mark", tamper{
		answer: unmark}},
	"times are in UTC": {"Log two hours on the carriage yesterday afternoon", "time zone", tamper{
		answer: inUTC}},
	"the first of several is taken": {"Track the website", "status is started", tamper{
		request: func(a agent, _ string, in object) { in["project"] = "Meetings" }}},
	"a fingerprint names no state": {"Submit my week, although I just logged more", "reason of the failure is <nil>",
		tamper{request: freshFingerprint}},
	"a fingerprint lives on": {"Approve what I looked at eleven minutes ago", "reason of the failure is <nil>",
		tamper{request: freshFingerprint}},
	"a version counts for nothing": {"Correct an entry that somebody changed since", "code of the failure is <nil>",
		tamper{request: freshVersion}},
	"submitted time is not locked": {"Change an entry of the week that I submitted", "code of the failure is <nil>",
		tamper{setup: withdrawAll}},
	"clocks go forward in no zone": {"Log an hour of the night when the clocks go forward", "code of the failure is <nil>",
		tamper{request: eachStart("2026-03-29T02:30", "2026-03-29T02:00:00+01:00")}},
}

// rand is another text each time.
func rand() string { return time.Now().String() }

// unmark takes text out of its mark.
func unmark(part any) any {
	if o, is := part.(object); is && len(o) == 1 && o["data"] != nil {
		return o["data"]
	}
	return part
}

// inUTC shows a moment in UTC.
func inUTC(part any) any {
	text, _ := part.(string)
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at.UTC().Format(time.RFC3339)
	}
	return part
}

// freshFingerprint uses the fingerprint of a preview of this moment.
func freshFingerprint(a agent, tool string, in object) {
	if in["fingerprint"] == nil {
		return
	}
	preview := maps.Clone(in)
	delete(preview, "fingerprint")
	preview["preview"] = true
	in["fingerprint"] = at(a.send("tools/call", object{"name": tool, "arguments": preview}).OK(),
		"result.structuredContent.fingerprint")
}

// freshVersion uses the version of this moment.
func freshVersion(a agent, _ string, in object) {
	if id, _ := in["id"].(string); id != "" {
		in["version"] = a.Get("/api/entries/" + id).OK()["version"]
	}
}

// withdrawAll withdraws what people submitted, so that nothing is locked.
func withdrawAll(w *world) {
	for _, person := range w.people {
		for _, s := range person.Get(submissionsPath + "?user_id=" + person.ID).Items() {
			person.Post(submissionsPath+"/"+s["id"].(string)+"/withdraw", nil).OK()
		}
	}
}

// eachStart replaces a start of the entries of a call.
func eachStart(from, to string) func(agent, string, object) {
	return func(_ agent, _ string, in object) {
		for _, e := range in["entries"].([]any) {
			if row := e.(object); row["started_at"] == from {
				row["started_at"] = to
			}
		}
	}
}
