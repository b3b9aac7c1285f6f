package entries_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/functions/apitest"
	"stint/shared/testkit"
)

// kept is every entry and timer in the house's table, one line each; an id
// that the service made is "timer".
func kept(h *apitest.House) string {
	var lines []string
	for _, item := range apitest.Items(h) {
		text := func(name string) string {
			s, _ := item[name].(*types.AttributeValueMemberS)
			if s == nil {
				return "-"
			}
			return s.Value
		}
		sk := text("sk")
		if !strings.HasPrefix(sk, "E#") && sk != "TIMER" {
			continue
		}
		id := text("id")
		if !strings.HasPrefix(id, "01900000-") {
			id = "timer"
		}
		version, _ := item["ver"].(*types.AttributeValueMemberN)
		lines = append(lines, fmt.Sprintf("%.5s %s %s..%s %q v%s", sk, id, text("start"), text("stop"), text("text"), version.Value))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestBulkUnderFaults loses each call that a batch makes to the database,
// before and after it was carried out: the entries are all as before or all as
// after, and the batch sent again ends in the same state.
func TestBulkUnderFaults(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(h *apitest.House) (*apitest.Person, []row){
		"everything": func(h *apitest.House) (*apitest.Person, []row) {
			ada := h.Register("ada")
			forbidOverlap(ada)
			project := ada.Post("/api/projects", row{"name": "Apollo"}).ID()
			task := ada.Post("/api/projects/"+project+"/tasks", row{"name": "Dock"}).ID()
			tag := ada.Post("/api/tags", row{"name": "deep"}).ID()
			timer := ada.Post("/api/timers/start", row{"startedAt": clock(11, 0)}).ID()
			sync(ada, span(1, clock(8, 0), clock(9, 0)), span(2, clock(9, 0), clock(10, 0))).OK()
			return ada, []row{
				{"id": rowID(1), "op": "delete", "version": 1},
				{"id": rowID(2), "startedAt": clock(8, 30), "version": 1, "tagIds": []string{tag}},
				with(span(3, clock(8, 0), clock(8, 30)), row{"taskId": task}),
				{"id": timer, "stoppedAt": clock(11, 30), "description": "Call"},
			}
		},
		"one new": func(h *apitest.House) (*apitest.Person, []row) {
			return h.Register("ada"), []row{span(1, clock(8, 0), clock(9, 0))}
		},
		"one deleted": func(h *apitest.House) (*apitest.Person, []row) {
			ada := h.Register("ada")
			sync(ada, span(1, clock(8, 0), clock(9, 0))).OK()
			return ada, []row{{"id": rowID(1), "op": "delete"}}
		},
		"all deleted": func(h *apitest.House) (*apitest.Person, []row) {
			ada := h.Register("ada")
			timer := ada.Post("/api/timers/start", nil).ID()
			sync(ada, span(1, clock(8, 0), clock(9, 0)), span(2, clock(9, 0), clock(10, 0))).OK()
			return ada, []row{{"id": rowID(1), "op": "delete"}, {"id": timer, "op": "delete"}, {"id": rowID(2), "op": "delete"}}
		},
		"another's": func(h *apitest.House) (*apitest.Person, []row) {
			ada := h.Register("ada")
			bob := ada.Bring("bob", "user")
			timer := bob.Post("/api/timers/start", row{"startedAt": clock(11, 0)}).ID()
			return ada, []row{{"id": timer, "userId": bob.ID, "stoppedAt": clock(11, 30)}, span(1, clock(8, 0), clock(9, 0)), {"id": rowID(2), "userId": bob.ID, "op": "delete"}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reference := apitest.New(t)
			person, rows := prepare(reference)
			sync(person, rows...).OK()
			want := kept(reference)
			apitest.FaultWalk{
				Prepare: func(h *apitest.House) func() *apitest.Answer {
					person, rows := prepare(h)
					return func() *apitest.Answer { return sync(person, rows...) }
				},
				State: kept,
				Again: func(h *apitest.House, again *apitest.Answer) {
					again.OK()
					if got := kept(h); got != want {
						t.Errorf("sent again:\n%s\nwant\n%s", got, want)
					}
				},
			}.Run(t)
		})
	}
}

// Another transaction on one of the entries at that moment is waited for, not
// told to the caller; what stays unavailable is 503, with nothing written.
func TestBulkMeetsAnotherTransaction(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	conflict := testkit.Fault{
		Where: testkit.On("TransactWriteItems"), Times: 2,
		Effect: testkit.FailBefore(testkit.Canceled("None", "TransactionConflict", "ThrottlingError")),
	}
	met := h.Probe.Inject(conflict)
	sync(ada, spans(3)...).OK()
	if met.Hits() != 2 {
		t.Errorf("%d conflicts, want 2", met.Hits())
	}
	before := kept(h)
	conflict.Times = testkit.Always
	h.Probe.Inject(conflict)
	late := span(9, clock(1, 0), clock(2, 0))
	unavailable := sync(ada, late, row{"id": rowID(1), "op": "delete"}, row{"id": rowID(2), "description": "Plan"})
	unavailable.Problem(http.StatusServiceUnavailable, "service_unavailable")
	if unavailable.Header.Get("Retry-After") == "" {
		t.Error("503 without Retry-After")
	}
	if after := kept(h); after != before {
		t.Errorf("kept\n%s\nwant\n%s", after, before)
	}
}
