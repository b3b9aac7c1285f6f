package functions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/dynamo"
	"stint/shared/route"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Every request with a caller counts as many requests as it costs, on every route, beside much large time.
func TestEveryRequestWeighsWhatItCosts(t *testing.T) {
	t.Parallel()
	const limit = 10_000
	w := newWorld(t, func(c *config.Config) { c.AttemptsPerNetwork, c.AttemptsPerAccount = 1000, 1000 })
	w.addLargeEntries(t, testkit.Size(260, 400))
	heavy := 0
	for _, b := range budgets {
		request := b.request(w)
		request.Method = methodOf(b.route)
		limited := w.NewInstance(func(c *config.Config) {
			c.Limits.PerCaller, c.AttemptsPerNetwork, c.AttemptsPerAccount = limit, 1000, 1000
		})
		w.Probe.Reset()
		answer := w.SendTo(limited, request)
		cost := w.Probe.Snapshot()
		header := answer.Header.Get("RateLimit")
		if header == "" {
			continue // without a caller
		}
		weight := route.Weight(cost.Read, cost.Write)
		if b.route == "reports.start_summary" {
			weight += 10 // the work in the background
		}
		if weight > 1 {
			heavy++
			w.forgetRequests(t)
		}
		if want := fmt.Sprintf(`"caller";r=%d;`, limit-weight); !strings.HasPrefix(header, want) &&
			!countsInRefresh(b.route) {
			t.Errorf("%s %s: status %d, %.0f and %.0f units, RateLimit %s, want %s", b.route, b.when, answer.Status, cost.Read,
				cost.Write, header, want)
		}
	}
	if heavy < 5 {
		t.Errorf("%d requests weigh more than one: the fixture is too small", heavy)
	}
}

// forgetRequests removes the counts that instances share, as if their windows had ended.
func (w *world) forgetRequests(t *testing.T) {
	t.Helper()
	isCount := func(item map[string]types.AttributeValue) bool { return key.RateLimits.Matches(table.KeyOf(item).PK) }
	w.Table.Restore(t, slices.DeleteFunc(testkit.Dump(t, w.Table), isCount))
}

// A small request that writes much weighs what it writes, and those that follow are refused.
func TestRequestsWeighWhatTheyWrite(t *testing.T) {
	t.Parallel()
	const limit = 100
	w := newWorld(t)
	w.addLargeEntries(t, 100)
	var rows []object
	for _, e := range w.owner.Get("/api/entries?limit=100").Items() {
		rows = append(rows, object{"id": e["id"], "isBillable": e["is_billable"] == false})
	}
	limited := w.NewInstance(func(c *config.Config) { c.Limits.PerCaller = limit })
	send := func(r apitest.Request) *apitest.Answer {
		r.Bearer = w.owner.Token
		return w.SendTo(limited, r)
	}
	w.Probe.Reset()
	answer := send(apitest.Request{Method: "POST", Path: "/api/entries:bulk", Body: object{"items": rows}})
	cost := w.Probe.Snapshot()
	want := fmt.Sprintf(`"caller";r=%d;`, limit-route.Weight(cost.Read, cost.Write))
	answer.OK()
	if got := answer.Header.Get("RateLimit"); !strings.HasPrefix(got, want) || cost.Write < route.WriteUnitsOfRequest {
		t.Errorf("%.0f and %.0f units, RateLimit %s, want %s", cost.Read, cost.Write, got, want)
	}
	passed := 0
	for range limit {
		if send(apitest.Request{Method: "GET", Path: "/api/tags"}).Status == 200 {
			passed++
		}
	}
	if left := limit - route.Weight(cost.Read, cost.Write); passed != left {
		t.Errorf("%d requests passed after it, want %d", passed, left)
	}
}

// countsInRefresh reports whether a route counts its user by itself, with a weight of its own.
func countsInRefresh(id string) bool { return id == "account.refresh" || id == "account.logout" }

// addLargeEntries gives the owner entries of 20 KB in the week that the budgets ask for. They were changed last before
// anything else, so that budgets catch up with fewer of them.
func (w *world) addLargeEntries(t *testing.T, n int) {
	t.Helper()
	var items []map[string]types.AttributeValue
	w.addPastEntriesWith(t, 0, func(model map[string]types.AttributeValue) {
		model["text"] = &types.AttributeValueMemberS{Value: strings.Repeat("𠀀", 5000)}
		model[dynamo.AttrCS] = &types.AttributeValueMemberS{Value: "2026-06-15T00:00:00.000000Z#00000000"}
		for i := range n {
			items = append(items, backdatedEntry(model, i, time.Date(2026, 6, 15, 0, 11*i, 0, 0, time.UTC)))
		}
	})
	w.Table.Fill(t, items)
}

// A person has one limit for all sessions and keys, and no role can lock out owner and admins.
func TestNobodyUsesUpWhatIsOthers(t *testing.T) {
	t.Parallel()
	const perCaller, perWorkspace = 60, 100
	for _, role := range []string{"user", "analyst", "admin"} {
		t.Run(role, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			limited := w.NewInstance(func(c *config.Config) {
				c.Limits.PerCaller, c.Limits.PerWorkspace = perCaller, perWorkspace
			})
			get := func(bearer string) int {
				path := "/api/tags"
				if strings.HasPrefix(bearer, "stint_") {
					path = "/api/v1/tags"
				}
				return w.SendTo(limited, apitest.Request{Method: "GET", Path: path, Bearer: bearer}).Status
			}
			passed := 0
			for i := range 3 {
				attacker := w.owner.AddMember(fmt.Sprint("attacker", i), role)
				bearers := []string{attacker.Token}
				for range 3 {
					key := attacker.Post("/api/me/workspaces/"+w.owner.WorkspaceID+"/api-keys", object{"name": "k"}).OK()
					bearers = append(bearers, key["token"].(string))
				}
				own := 0
				for n := range 4 * perCaller {
					if get(bearers[n%len(bearers)]) == 200 {
						own++
					}
				}
				if most := perWorkspace / 2; role != "admin" && own > most {
					t.Errorf("one %s made %d requests, half of the window is %d", role, own, most)
				}
				passed += own
			}
			if role != "admin" && passed > perWorkspace {
				t.Errorf("%d requests passed, the window has %d", passed, perWorkspace)
			}
			for n := range 50 {
				if status := get(w.owner.Token); status != 200 {
					t.Fatalf("request %d of the owner: %d", n+1, status)
				}
			}
		})
	}
}

// Beside an attacker who has used up the window, the owner can deactivate them.
func TestOwnerCanDeactivateWhoUsedUpTheWindow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	limited := w.NewInstance(func(c *config.Config) { c.Limits.PerWorkspace = 4 })
	attackers := []*apitest.User{w.analyst, w.owner.AddMember("eve", "analyst")}
	for _, a := range append(attackers, attackers...) {
		w.SendTo(limited, apitest.Request{Method: "GET", Path: "/api/tags", Bearer: a.Token}).OK()
	}
	third := w.owner.AddMember("mel", "user")
	w.SendTo(limited, apitest.Request{Method: "GET", Path: "/api/tags", Bearer: third.Token}).Problem(429, "rate_limited")
	answer := w.SendTo(limited, apitest.Request{Method: "PATCH", Bearer: w.owner.Token,
		Body: object{"isDeactivated": true},
		Path: "/api/workspaces/" + w.owner.WorkspaceID + "/members/" + w.analyst.ID})
	answer.OK()
	if got := answer.Header.Get("RateLimit"); !strings.Contains(got, `"workspace";r=0;`) ||
		!strings.Contains(got, `"reserve";r=59;`) {
		t.Errorf("RateLimit %q", got)
	}
}
