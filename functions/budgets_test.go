package functions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stint/functions"
	"stint/functions/apitest"
	"stint/shared/config"
	"stint/shared/testkit"
)

// budget is what one request may cost in calls to the database, written like
// "2B 1P". Every request on a private route begins with 1B: who asks. The
// figures are exact: who makes a route cheaper changes them too.
type budget struct {
	route string
	when  string // what is special about the case; "" is the plain one
	calls string // B BatchGet, G Get, Q Query, P Put or Delete, U Update, T transaction
	ask   func(w *world) apitest.Request
}

// letters are the operations in the order in which they are written.
var letters = []struct{ letter, operation string }{
	{"B", "BatchGetItem"}, {"G", "GetItem"}, {"Q", "Query"}, {"P", "PutItem"}, {"P", "DeleteItem"}, {"U", "UpdateItem"}, {"T", "TransactWriteItems"},
}

// TestBudgets counts the real calls of one request per row, and prints the
// table. Every route that reads or writes has a row; a twin for API keys is its
// private route with one Get more.
func TestBudgets(t *testing.T) {
	w := newWorld(t, func(c *config.Config) { c.PerAddress, c.PerAccount = 1000, 1000 })
	fmt.Println("| route | case | calls | rounds | read units | write units |")
	fmt.Println("|---|---|---|---|---|---|")
	covered := map[string]bool{}
	for _, b := range budgets {
		covered[b.route] = true
		t.Run(b.route+" "+b.when, func(t *testing.T) { b.measure(t, w) })
	}
	for _, spec := range functions.All() {
		if !covered[spec.ID] && !strings.HasSuffix(spec.ID, ".v1") && !unmeasured(spec.ID) {
			t.Errorf("route %s has no budget", spec.ID)
		}
	}
}

// unmeasured are the routes that never touch the database.
func unmeasured(id string) bool {
	free := []string{"account.providers", "account.jwks", "pages.signed_in", "pages.check_mail", "pages.connected", "pages.sign_in_failed", "pages.connect_failed"}
	return strings.HasPrefix(id, "meta.") || slices.Contains(free, id)
}

func (b budget) measure(t *testing.T, w *world) {
	request := b.ask(w)
	request.Method = methodOf(b.route)
	w.Probe.Reset()
	answer := w.Send(request)
	if answer.Status != 200 {
		t.Fatalf("%d\n%s", answer.Status, answer.Body)
	}
	counts, log := w.Probe.Snapshot(), w.Probe.Log()
	got := written(counts)
	if got != b.calls {
		t.Errorf("%s, the budget is %s", got, b.calls)
	}
	fmt.Printf("| %s | %s | %s | %d | %.1f | %.1f |\n", b.route, b.when, got, testkit.Rounds(log), counts.Read, counts.Write)
}

func written(c testkit.Counts) string {
	sum := map[string]int{}
	for _, l := range letters {
		sum[l.letter] += c.Calls[l.operation]
	}
	var parts []string
	for _, letter := range []string{"B", "G", "Q", "P", "U", "T"} {
		if sum[letter] > 0 {
			parts = append(parts, fmt.Sprintf("%d%s", sum[letter], letter))
		}
	}
	return strings.Join(parts, " ")
}

func methodOf(id string) string {
	for _, spec := range functions.All() {
		if spec.ID == id {
			return spec.Method
		}
	}
	panic("there is no route " + id)
}
