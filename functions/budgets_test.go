package functions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stint/functions"
	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/dynamo"
	"stint/shared/route"
)

// budget is what one request costs in calls to the database, such as "2B 1P". Every
// request on a private route begins with 1B, which reads the identity. The figures
// are exact: a change that makes a route cheaper changes its row too.
type budget struct {
	route   string
	when    string // the case; "" for the usual one
	calls   string // B BatchGet, G Get, Q Query, P Put or Delete, U Update, T transaction
	request func(w *world) apitest.Request
}

// callSymbols are the symbols of the database operations, in the order of a row.
var callSymbols = []struct{ symbol, operation string }{
	{"B", "BatchGetItem"}, {"G", "GetItem"}, {"Q", "Query"}, {"P", "PutItem"}, {"P", "DeleteItem"}, {"U", "UpdateItem"},
	{"T", "TransactWriteItems"},
}

// TestBudgets counts the calls of one request per row and prints the table. Every
// route that reads or writes has a row. A twin costs one Get more than its route.
func TestBudgets(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *config.Config) { c.AttemptsPerNetwork, c.AttemptsPerAccount = 1000, 1000 })
	fmt.Println("| route | case | calls | rounds | read units | write units |")
	fmt.Println("|---|---|---|---|---|---|")
	covered := map[string]bool{}
	for _, b := range budgets {
		covered[b.route] = true
		t.Run(b.route+" "+b.when, func(t *testing.T) { b.measure(t, w) })
	}
	for _, spec := range functions.Routes() {
		if !covered[spec.ID] && !strings.HasSuffix(spec.ID, route.TwinSuffix) && !hasNoBudget(spec.ID) {
			t.Errorf("route %s has no budget", spec.ID)
		}
	}
}

// hasNoBudget reports whether a route never uses the database.
func hasNoBudget(id string) bool {
	free := []string{"account.providers", "account.jwks", "pages.signed_in", "pages.check_mail", "pages.connected",
		"pages.sign_in_failed", "pages.connect_failed", "pages.passkeys"}
	return strings.HasPrefix(id, "meta.") || strings.HasSuffix(id, "_metadata") || slices.Contains(free, id)
}

func (b budget) measure(t *testing.T, w *world) {
	request := b.request(w)
	request.Method = methodOf(b.route)
	w.Probe.Reset()
	answer := w.Send(request)
	if answer.Status != 200 && answer.Status != 303 {
		t.Fatalf("%d\n%s", answer.Status, answer.Body)
	}
	counts, log := w.Probe.Snapshot(), w.Probe.Log()
	got := formatCalls(counts)
	if got != b.calls {
		t.Errorf("%s, the budget is %s", got, b.calls)
	}
	if request.Method != "GET" {
		wantNoLaggingIndex(t, log)
	}
	fmt.Printf("| %s | %s | %s | %d | %.1f | %.1f |\n", b.route, b.when, got, testkit.RoundTrips(log), counts.Read,
		counts.Write)
}

// wantNoLaggingIndex checks that a request that writes has read no global index. These
// lag behind the table, so nothing may be decided on them.
func wantNoLaggingIndex(t *testing.T, log []testkit.Call) {
	t.Helper()
	for _, call := range log {
		if call.Index == dynamo.IndexWorkspace || call.Index == dynamo.IndexProject || call.Index == dynamo.IndexChange {
			t.Errorf("it decides on the index %s, which lags behind the table", call.Index)
		}
	}
}

func formatCalls(c testkit.Counts) string {
	sum := map[string]int{}
	for _, l := range callSymbols {
		sum[l.symbol] += c.Calls[l.operation]
	}
	var parts []string
	for _, symbol := range []string{"B", "G", "Q", "P", "U", "T"} {
		if sum[symbol] > 0 {
			parts = append(parts, fmt.Sprintf("%d%s", sum[symbol], symbol))
		}
	}
	return strings.Join(parts, " ")
}

func methodOf(id string) string {
	for _, spec := range functions.Routes() {
		if spec.ID == id {
			return spec.Method
		}
	}
	panic("there is no route " + id)
}
