package timesheets_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
)

// linesOfClients are an hour for Acme, two for Bolt, and half an hour for none.
var linesOfClients = []timesheets.Line{
	{Number: 1, ProjectID: "app", Currency: "EUR", Seconds: 3600, Amount: 100},
	{Number: 2, ProjectID: "site", Currency: "EUR", Seconds: 7200, Amount: 200},
	{Number: 3, ProjectID: "inside", Currency: "EUR", Seconds: 1200, Amount: 30},
	{Number: 4, ProjectID: "app", Currency: "USD", Seconds: 60, Amount: 7},
	{Number: 5, Currency: "EUR", Seconds: 600, Amount: 20},
}

func submissionOfClients() timesheets.Submission {
	return timesheets.Submission{ID: timesheets.NewSubmissionID(), Version: 1, Currency: "EUR"}.WithClients(linesOfClients,
		map[domain.ID]domain.ID{"app": "b", "site": "a", "inside": ""}, map[domain.ID]domain.Name{"a": "acme", "b": "Bolt"})
}

// The clients come by name, lines without one last, each with the sums of its lines.
func TestClientsOfASubmission(t *testing.T) {
	t.Parallel()
	got := fmt.Sprint(submissionOfClients().Clients)
	if want := "[{a acme [2] 7200 200} {b Bolt [1 4] 3660 100} {  [3 5] 1800 50}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// decideClients makes links and decides on them: "a+" is a link for the client a, "a!" approves by the latest link of
// its kind, "a-" rejects, "*" covers all and "/" reopens.
func decideClients(t *testing.T, steps string) timesheets.Submission {
	t.Helper()
	s := submissionOfClients()
	for step := range strings.FieldsSeq(steps) {
		who, act := strings.TrimRight(step, "+!-/"), step[len(step)-1]
		link := timesheets.ClientLink{ID: domain.NewID(), ClientID: domain.ID(who), ExpiresAt: minute(10)}
		if who == "*" {
			link.ClientID = ""
		}
		var err error
		switch act {
		case '+':
			s, _, err = s.AddLink(link.State(), timesheets.Actor{}, minute(1))
		case '/':
			s.Reopens++
		default:
			i := slices.IndexFunc(s.Links, func(l timesheets.LinkState) bool {
				return l.ClientID == link.ClientID && l.Decision == ""
			})
			by := timesheets.Signature{Decision: timesheets.DecisionApproved, Name: domain.Name(step)}
			if act == '-' {
				by.Decision = timesheets.DecisionRejected
			}
			s, _, err = s.DecideLink(s.Links[i].ID, by, minute(2))
		}
		if err != nil {
			t.Fatal(steps, step, err)
		}
	}
	return s
}

func TestDecisionsOfClients(t *testing.T) {
	t.Parallel()
	for steps, want := range map[string]string{
		"":                          "none none none: none",
		"a+":                        "pending none none: pending",
		"a+ a!":                     "approved none none: partial",
		"a+ a-":                     "rejected none none: rejected",
		"a+ a! b+":                  "approved pending none: pending",
		"a+ a! b+ b!":               "approved approved none: approved", // lines without a client need no decision
		"a+ a! b+ b-":               "approved rejected none: rejected",
		"a+ b+ a+ a- a! b!":         "approved approved none: approved", // the latest decision of a client counts
		"a+ b+ a+ a! a- b!":         "rejected approved none: rejected",
		"*+":                        "pending pending pending: pending",
		"*+ *!":                     "approved approved approved: approved",
		"*+ *-":                     "rejected rejected rejected: rejected",
		"*+ *- a+ a!":               "approved rejected rejected: rejected",
		"*+ *- a+ a! b+ b!":         "approved approved rejected: approved", // nobody has to decide on the rest
		"a+ a- *+ *!":               "approved approved approved: approved",
		"*+ a+ a! *-":               "rejected rejected rejected: rejected",
		"a+ a! a+":                  "approved none none: pending", // the decision stands until the next one
		"a+ a- a+":                  "rejected none none: rejected",
		"a+ a! / ":                  "none none none: none",
		"a+ a! / b+ b!":             "none approved none: partial",
		"a+ a! b+ b! / a+ a- b+ b!": "rejected approved none: rejected",
	} {
		s := decideClients(t, strings.TrimSpace(steps))
		var got []string
		for _, d := range s.ClientDecisions(minute(5)) {
			got = append(got, string(d.Status))
		}
		if shown := fmt.Sprint(strings.Join(got, " "), ": ", s.ClientStatus(minute(5))); shown != want {
			t.Errorf("%s: %s, want %s", steps, shown, want)
		}
	}
}

// The latest decision is the one that was given last, by whichever link, an approval or a rejection.
func TestLatestDecisionIsTheLastGiven(t *testing.T) {
	t.Parallel()
	for steps, want := range map[string]string{
		"a+ b+ b! a!": "a!", "a+ a! b+ b-": "b-", "b+ b- a+ a!": "a!", "a+ a! / b+": "",
	} {
		got := ""
		if l := decideClients(t, steps).LatestDecision(); l != nil {
			got = string(l.SignerName)
		}
		if got != want {
			t.Errorf("%s: the latest is %q, want %q", steps, got, want)
		}
	}
}

// A step about a link says whose time it concerns. A link for the only client names it, though it covers all.
func TestScopeOfALink(t *testing.T) {
	t.Parallel()
	s := submissionOfClients()
	for client, want := range map[domain.ID]string{
		"a": "{ a acme false 7200 200 EUR}", "b": "{ b Bolt false 3660 100 EUR}", "": "{   true 12660 350 EUR}",
	} {
		if got := fmt.Sprint(s.ScopeOf(timesheets.ClientLink{ClientID: client}.State())); got != want {
			t.Errorf("%q: %s, want %s", client, got, want)
		}
	}
	s.Clients = s.Clients[:1]
	if got := fmt.Sprint(s.ScopeOf(timesheets.ClientLink{}.State())); got != "{ a acme true 7200 200 EUR}" {
		t.Errorf("the only client: %s", got)
	}
}

// Very many clients with long names still fit into an item of the table, with all lines and links.
func TestNamesOfVeryManyClientsAreShortened(t *testing.T) {
	t.Parallel()
	var lines []timesheets.Line
	of, names := map[domain.ID]domain.ID{}, map[domain.ID]domain.Name{}
	for i := range timesheets.MaxSubmissionLines {
		id := domain.ID(fmt.Sprint(i))
		lines = append(lines, timesheets.Line{Number: i, ProjectID: id})
		of[id], names[id] = id, domain.Name(strings.Repeat("ж", 250))
	}
	s, size := timesheets.Submission{}.WithClients(lines, of, names), 0
	for _, c := range s.Clients {
		size += len(c.Name)
	}
	if size > 62_000 || !strings.HasSuffix(string(s.Clients[7].Name), "ж…") {
		t.Errorf("%d bytes, such as %q", size, s.Clients[7].Name)
	}
	if few := (timesheets.Submission{}).WithClients(lines[:50], of, names); few.Clients[0].Name != names["0"] {
		t.Errorf("the names of a few clients are shortened: %q", few.Clients[0].Name)
	}
}
