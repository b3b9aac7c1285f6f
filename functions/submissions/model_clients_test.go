package submissions_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/testkit"
)

// clientsRun is a timesheet of three clients, and what its decisions are, kept step by step.
type clientsRun struct {
	*rand.Rand
	*clientsFixture
	t       *testing.T
	decided map[string]string    // by client; "" is time without one
	open    map[string][]openTry // by client; "*" covers all
	done    []string
}

type openTry struct {
	link object
	ends time.Time
}

// TestClientDecisionsAgainstModel does random things to the links of a timesheet with three clients: one mostly signs,
// one mostly refuses, and one has no link of its own. After each step it compares what the service shows with a model.
// TestEveryOrderOfClientSteps has every order.
func TestClientDecisionsAgainstModel(t *testing.T) {
	t.Parallel()
	for seed := range uint64(testkit.Size(2, 12)) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			r := &clientsRun{Rand: rand.New(rand.NewPCG(seed, 7)), clientsFixture: newClientsFixture(t), t: t}
			r.startAgain()
			for range 40 {
				r.step()
				r.forgetExpired()
				if got, want := rows(r.member.Get(r.submissionPath).OK()), r.expected(); got != want {
					t.Fatalf("after %v:\n%s, the model has\n%s", r.done, got, want)
				}
			}
			t.Log(r.done)
		})
	}
}

func (r *clientsRun) startAgain() { r.decided, r.open = map[string]string{}, map[string][]openTry{} }

func (r *clientsRun) step() {
	who := []string{r.acme, r.acme, r.bolt, r.bolt, "*"}[r.IntN(5)]
	switch n := r.IntN(20); {
	case n < 7:
		r.addLink(who)
	case n < 15:
		r.decideOne(who)
	case n < 17:
		r.revoke(who)
	case n < 18:
		r.Clock.Advance(time.Hour * 24)
		r.owner, r.member = r.owner.SignInAgain(), r.member.SignInAgain()
		r.done = append(r.done, "a day passes")
	default:
		r.owner.Post(r.submissionPath+"/reopen", nil).OK()
		r.owner.Post(r.submissionPath+"/approve-all", nil).OK()
		r.startAgain()
		r.done = append(r.done, "reopen")
	}
}

func (r *clientsRun) addLink(who string) {
	if len(r.open[who]) > 3 {
		return
	}
	days := 1 + r.IntN(5)
	body := object{"clientEmail": "clara@acme.example", "delivery": "self", "expiresInDays": days, "clientId": who}
	if who == "*" {
		body["clientId"], body["coversAll"] = nil, true
	}
	answer := r.owner.Post(r.submissionPath+"/client-approval-links", body)
	if answer.Status == 409 && len(r.owner.Get(r.submissionPath+"/client-approval-links").Items()) == 50 {
		return
	}
	r.open[who] = append(r.open[who], openTry{answer.OK(), r.Clock.Now().AddDate(0, 0, days)})
	r.done = append(r.done, "link "+r.nameOf(who))
}

func (r *clientsRun) decideOne(who string) {
	link, ok := r.takeOpen(who)
	if !ok {
		return
	}
	decision, status := "approve", "approved"
	if (who == r.bolt) != (r.IntN(5) == 0) {
		decision, status = "reject", "rejected"
	}
	r.clientsFixture.decide(link, decision)
	for _, client := range []string{r.acme, r.bolt, r.core, ""} {
		if who == client || who == "*" {
			r.decided[client] = status
		}
	}
	r.done = append(r.done, decision+" "+r.nameOf(who))
}

func (r *clientsRun) revoke(who string) {
	if link, ok := r.takeOpen(who); ok {
		r.owner.Delete(r.submissionPath + "/client-approval-links/" + link["id"].(string)).OK()
		r.done = append(r.done, "revoke "+r.nameOf(who))
	}
}

func (r *clientsRun) takeOpen(who string) (link object, ok bool) {
	if len(r.open[who]) == 0 {
		return nil, false
	}
	i := r.IntN(len(r.open[who]))
	link = r.open[who][i].link
	r.open[who] = slices.Delete(r.open[who], i, i+1)
	return link, true
}

func (r *clientsRun) forgetExpired() {
	for who := range maps.Clone(r.open) {
		r.open[who] = slices.DeleteFunc(r.open[who], func(x openTry) bool { return !r.Clock.Now().Before(x.ends) })
	}
}

func (r *clientsRun) nameOf(who string) string {
	return map[string]string{r.acme: "Acme", r.bolt: "Bolt", r.core: "Core", "": "<nil>", "*": "all"}[who]
}

// expected are the rows of the model, and the status of the whole.
func (r *clientsRun) expected() string {
	var shown []string
	counts, open := map[string]int{}, 0
	for _, client := range []string{r.acme, r.bolt, r.core, ""} {
		status := r.decided[client]
		if status == "" {
			status = "none"
			if len(r.open["*"]) > 0 || client != "" && len(r.open[client]) > 0 {
				status = "pending"
			}
		}
		if shown = append(shown, r.nameOf(client)+" "+status); client != "" {
			counts[status]++
		}
	}
	for _, links := range r.open {
		open += len(links)
	}
	whole := "none"
	switch {
	case counts["rejected"] > 0:
		whole = "rejected"
	case open > 0:
		whole = "pending"
	case counts["approved"] == 3:
		whole = "approved"
	case counts["approved"] > 0:
		whole = "partial"
	}
	return strings.Join(shown, ", ") + ": " + whole
}
