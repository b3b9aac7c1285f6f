package mcp_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// played is what came of a scenario.
type played struct {
	results            []result // of the steps
	before, afterwards map[string][]string
	broken             []string // rules of all calls that one broke
}

// result is what a call answered: one of the two.
type result struct{ answer, failure object }

// play makes the workspace of a scenario, and does its calls. A tamper breaks a rule on purpose.
func play(t *testing.T, s scenario, tampers *tamper) *played {
	t.Helper()
	w := newWorld(t, s)
	w.make(s.Before)
	w.RunWorker() // which counts what budgets have used
	w.tamper = cmp.Or(tampers, &tamper{})
	w.tamper.prepare(w)
	got := &played{}
	got.before = w.everything()
	list := w.toolList()
	for _, c := range s.Calls {
		w.step(s, c, got)
	}
	got.afterwards = w.everything()
	got.broken = append(got.broken, w.checkToolList(s, list, w.toolList())...)
	return got
}

// toolList is the list of tools as agents read it.
func (w *world) toolList() string {
	w.t.Helper()
	return string(w.agentOf("olga", "read").send("tools/list", object{}).Body)
}

// step does a step, and adds its result.
func (w *world) step(s scenario, c step, got *played) {
	w.t.Helper()
	if c.Between != nil {
		w.make(c.Between)
	}
	if c.Wait != "" {
		wait, err := time.ParseDuration(c.Wait)
		if err != nil {
			w.t.Fatal(err)
		}
		w.Clock.Advance(wait)
	}
	var r result
	if c.Tool != "" {
		r = w.call(s, c, got)
	}
	got.results = append(got.results, r)
}

// call does one call, and checks the rules of all calls.
func (w *world) call(s scenario, c step, got *played) result {
	w.t.Helper()
	a := w.agentOf(cmp.Or(c.Person, s.Person, "ana"), cmp.Or(w.tamper.access, c.Access, s.Access, "time"))
	in := got.fill(c.With).(object)
	before := w.stored()
	r, text := w.send(a, c.Tool, in)
	hasWritten := !reflect.DeepEqual(before, w.stored())
	got.broken = append(got.broken, w.checkCall(s, c.Tool, in, r, text, hasWritten)...)
	return r
}

// send sends a call, and returns its result and the text that a model reads.
func (w *world) send(a agent, tool string, in object) (r result, text string) {
	w.t.Helper()
	in = w.tamper.changeRequest(a, tool, in)
	out := a.send("tools/call", object{"name": tool, "arguments": in}).OK()
	content, _ := at(out, "result.content").([]any)
	if len(content) != 1 {
		w.t.Fatalf("%s: %v", tool, out)
	}
	text, _ = at(content[0], "text").(string)
	if at(out, "result.isError") == true {
		lines := strings.Split(text, "\n")
		_ = json.Unmarshal([]byte(lines[len(lines)-1]), &r.failure) // without JSON it has no code, which a rule finds
		return r, text
	}
	r.answer, _ = at(out, "result.structuredContent").(object)
	return w.tamper.changeAnswer(r), text
}

// fill puts the answers of earlier calls in the places of words such as $1.entries.0.id.
func (p *played) fill(value any) any {
	switch v := value.(type) {
	case string:
		number, path, _ := strings.Cut(strings.TrimPrefix(v, "$"), ".")
		if n, err := strconv.Atoi(number); strings.HasPrefix(v, "$") && err == nil && n >= 1 && n <= len(p.results) {
			return find(p.results[n-1].answer, path)
		}
	case []any:
		all := []any{}
		for _, one := range v {
			all = append(all, p.fill(one))
		}
		return all
	case object:
		all := object{}
		for name, one := range v {
			all[name] = p.fill(one)
		}
		return all
	}
	return value
}

// find is the value at a path such as entries.0.id; nil for none. The last word may be length, of a list.
func find(value any, path string) any {
	for _, name := range strings.Split(path, ".") {
		switch v := value.(type) {
		case object:
			value = v[name]
		case []any:
			n, err := strconv.Atoi(name)
			switch {
			case name == "length":
				value = float64(len(v))
			case err != nil || n >= len(v):
				return nil
			default:
				value = v[n]
			}
		default:
			return nil
		}
	}
	return value
}

// complaints say what is not as the scenario has it.
func (p *played) complaints(s scenario) []string {
	all := slices.Clone(p.broken)
	for i, c := range s.Calls {
		c.Answers, c.Fails = p.fill(c.Answers).(object), p.fill(c.Fails).(object)
		all = append(all, p.results[i].complaints(fmt.Sprintf("call %d, %s", i+1, c.Tool), c)...)
	}
	for person, lines := range p.afterwards {
		expected, isNamed := s.Afterwards[person]
		if !isNamed {
			expected = p.before[person]
		}
		if expected = slices.Sorted(slices.Values(expected)); !slices.Equal(lines, expected) {
			all = append(all, fmt.Sprintf("%s has\n\t%s\nand should have\n\t%s", person, strings.Join(lines, "\n\t"),
				strings.Join(expected, "\n\t")))
		}
	}
	return all
}

// complaints say what an answer should have.
func (r result) complaints(call string, c step) (all []string) {
	for path, expected := range c.Answers {
		if got := find(r.answer, path); !reflect.DeepEqual(got, expected) || r.failure != nil {
			all = append(all, fmt.Sprintf("%s: %s is %v and should be %v, in %v %v", call, path, got, expected, r.answer,
				r.failure))
		}
	}
	for path, expected := range c.Fails {
		if got := find(r.failure, path); !reflect.DeepEqual(got, expected) {
			all = append(all, fmt.Sprintf("%s: %s of the failure is %v and should be %v, in %v %v", call, path, got, expected,
				r.failure, r.answer))
		}
	}
	if c.Tool != "" && len(c.Answers)+len(c.Fails) == 0 {
		all = append(all, call+": nothing is said about the answer")
	}
	return all
}
