package timesheets_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
)

// clientsModel is what the decisions of clients are, kept step by step. "*" is a link that covers all.
type clientsModel struct {
	decided map[string]timesheets.ClientStatus
	open    []string
}

// step does a step, and reports whether it is possible: to decide or revoke needs an open link.
func (m *clientsModel) step(who string, act byte) bool {
	if act == '/' {
		m.decided, m.open = map[string]timesheets.ClientStatus{}, nil
		return true
	}
	if act == '+' {
		m.open = append(m.open, who)
		return true
	}
	i := slices.Index(m.open, who)
	if i < 0 {
		return false
	}
	m.open = slices.Delete(slices.Clone(m.open), i, i+1)
	for _, client := range []string{"a", "b", "c", ""} {
		if act != 'x' && (who == client || who == "*") {
			m.decided[client] = map[byte]timesheets.ClientStatus{'!': "approved", '-': "rejected"}[act]
		}
	}
	return true
}

// String is the status of a, b, c and of lines without a client, and that of all.
func (m *clientsModel) String() string {
	var rows []string
	counts := map[string]int{}
	for _, client := range []string{"a", "b", "c", ""} {
		status := string(m.decided[client])
		if status == "" && (slices.Contains(m.open, client) && client != "" || slices.Contains(m.open, "*")) {
			status = "pending"
		}
		if rows = append(rows, max(status, "-")); client != "" {
			counts[status]++
		}
	}
	whole := "partial"
	switch {
	case counts["rejected"] > 0:
		whole = "rejected"
	case len(m.open) > 0:
		whole = "pending"
	case counts["approved"] == 3:
		whole = "approved"
	case counts["approved"] == 0:
		whole = "none"
	}
	return strings.Join(rows, " ") + ": " + whole
}

// Every order of five steps: links for three clients and for all, decisions on them, revocations and reopening. The
// third client has no link of its own.
func TestEveryOrderOfClientSteps(t *testing.T) {
	t.Parallel()
	start := timesheets.Submission{Version: 1, Clients: []timesheets.SubmissionClient{{ID: "a"}, {ID: "b"}, {ID: "c"}, {}}}
	ways := 0
	var walk func(s timesheets.Submission, m clientsModel, done string, left int)
	walk = func(s timesheets.Submission, m clientsModel, done string, left int) {
		var rows []string
		for _, d := range s.ClientDecisions(minute(5)) {
			rows = append(rows, strings.ReplaceAll(string(d.Status), "none", "-"))
		}
		if got := fmt.Sprint(strings.Join(rows, " "), ": ", s.ClientStatus(minute(5))); got != m.String() {
			t.Fatalf("%s: %s, the model has %s", done, got, &m)
		}
		if ways++; left == 0 {
			return
		}
		for step := range strings.FieldsSeq("a+ a! a- ax b+ b! b- *+ *! *- *x /") {
			next := clientsModel{maps.Clone(m.decided), m.open}
			if who, act := step[:len(step)-1], step[len(step)-1]; next.step(who, act) {
				walk(doClientStep(t, s, who, act), next, done+" "+step, left-1)
			}
		}
	}
	walk(start, clientsModel{decided: map[string]timesheets.ClientStatus{}}, "", 6)
	t.Logf("%d orders", ways)
}

func doClientStep(t *testing.T, s timesheets.Submission, who string, act byte) timesheets.Submission {
	var err error
	client := domain.ID(strings.TrimPrefix(who, "*"))
	if act == '+' {
		link := timesheets.ClientLink{ID: domain.ID(fmt.Sprint(len(s.Links))), ClientID: client, ExpiresAt: minute(10)}
		s, _, err = s.AddLink(link.State(), timesheets.Actor{}, minute(1))
	} else if act == '/' {
		s.Reopens++
	} else {
		i := slices.IndexFunc(s.Links, func(l timesheets.LinkState) bool {
			return l.ClientID == client && l.Status(s.Reopens, minute(1)) == timesheets.LinkOpen
		})
		decision := map[byte]timesheets.LinkDecision{'!': timesheets.DecisionApproved, '-': timesheets.DecisionRejected}
		if act == 'x' {
			s, _, err = s.RevokeLink(s.Links[i].ID, timesheets.Actor{}, minute(1))
		} else {
			s, _, err = s.DecideLink(s.Links[i].ID, timesheets.Signature{Decision: decision[act]}, minute(1))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}
