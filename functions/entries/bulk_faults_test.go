package entries_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// dumpEntries is every entry and timer in the table, one line each. An id that the
// service made is written as "timer".
func dumpEntries(api *apitest.Service) string {
	var lines []string
	for _, item := range apitest.TableItems(api) {
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
		rate, _ := item["rate"].(*types.AttributeValueMemberN)
		if rate == nil {
			rate = &types.AttributeValueMemberN{Value: "-"}
		}
		lines = append(lines, fmt.Sprintf("%.5s %s %s..%s %q rate %s v%s", sk, id, text("start"), text("stop"), text("text"),
			rate.Value, version.Value))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestBulkUnderFaults loses each call that a batch makes to the database, before
// and after it has its effect. The entries must all be as before the batch or all
// as after it, and the batch sent again must end in the same state.
func TestBulkUnderFaults(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(api *apitest.Service) (*apitest.User, []row){
		"everything": func(api *apitest.Service) (*apitest.User, []row) {
			owner := api.Register("ada")
			forbidOverlap(owner)
			project := owner.Post("/api/projects", row{"name": "Apollo"}).ID()
			task := owner.Post("/api/projects/"+project+"/tasks", row{"name": "Dock"}).ID()
			tag := owner.Post("/api/tags", row{"name": "deep"}).ID()
			timer := owner.Post("/api/timers/start", row{"startedAt": clock(11, 0)}).ID()
			sendBulk(owner, newRow(1, clock(8, 0), clock(9, 0)), newRow(2, clock(9, 0), clock(10, 0))).OK()
			return owner, []row{
				{"id": rowID(1), "op": "delete", "version": 1},
				{"id": rowID(2), "startedAt": clock(8, 30), "version": 1, "tagIds": []string{tag}},
				withFields(newRow(3, clock(8, 0), clock(8, 30)), row{"taskId": task}),
				{"id": timer, "stoppedAt": clock(11, 30), "description": "Call"},
			}
		},
		"one new": func(api *apitest.Service) (*apitest.User, []row) {
			return api.Register("ada"), []row{newRow(1, clock(8, 0), clock(9, 0))}
		},
		"one deleted": func(api *apitest.Service) (*apitest.User, []row) {
			owner := api.Register("ada")
			sendBulk(owner, newRow(1, clock(8, 0), clock(9, 0))).OK()
			return owner, []row{{"id": rowID(1), "op": "delete"}}
		},
		"all deleted": func(api *apitest.Service) (*apitest.User, []row) {
			owner := api.Register("ada")
			timer := owner.Post("/api/timers/start", nil).ID()
			sendBulk(owner, newRow(1, clock(8, 0), clock(9, 0)), newRow(2, clock(9, 0), clock(10, 0))).OK()
			return owner, []row{{"id": rowID(1), "op": "delete"}, {"id": timer, "op": "delete"},
				{"id": rowID(2), "op": "delete"}}
		},
		"rates": func(api *apitest.Service) (*apitest.User, []row) {
			owner := api.Register("ada")
			project := owner.Post("/api/projects", row{"name": "Apollo", "hourlyRate": 7000}).ID()
			timer := owner.Post("/api/timers/start", row{"startedAt": clock(11, 0)}).ID()
			sendBulk(owner, withFields(newRow(1, clock(8, 0), clock(9, 0)), row{"hourlyRate": 9000, "projectId": project}),
				newRow(2, clock(9, 0), clock(10, 0))).OK()
			return owner, []row{
				{"id": rowID(1), "hourlyRate": nil, "version": 1}, {"id": rowID(2), "hourlyRate": 0, "version": 1},
				withFields(newRow(3, clock(8, 0), clock(8, 30)), row{"hourlyRate": 5000}), {"id": timer, "hourlyRate": 6000},
			}
		},
		"another's": func(api *apitest.Service) (*apitest.User, []row) {
			owner := api.Register("ada")
			member := owner.AddMember("bob", "user")
			timer := member.Post("/api/timers/start", row{"startedAt": clock(11, 0)}).ID()
			return owner, []row{{"id": timer, "userId": member.ID, "stoppedAt": clock(11, 30)},
				newRow(1, clock(8, 0), clock(9, 0)),
				{"id": rowID(2), "userId": member.ID, "op": "delete"}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reference := apitest.New(t)
			user, rows := prepare(reference)
			sendBulk(user, rows...).OK()
			want := dumpEntries(reference)
			apitest.FaultWalk{
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					user, rows := prepare(api)
					return func() *apitest.Answer { return sendBulk(user, rows...) }
				},
				State: dumpEntries,
				CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
					again.OK()
					if got := dumpEntries(api); got != want {
						t.Errorf("sent again:\n%s\nwant\n%s", got, want)
					}
				},
			}.Run(t)
		})
	}
}

// A batch waits for another transaction on one of its entries. What stays
// unavailable is 503, with nothing written.
func TestBulkMeetsAnotherTransaction(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	conflict := testkit.Fault{
		Where: testkit.On("TransactWriteItems"), Times: 2,
		Effect: testkit.FailBefore(testkit.Canceled("None", "TransactionConflict", "ThrottlingError")),
	}
	met := api.Probe.Inject(conflict)
	sendBulk(owner, newRows(3)...).OK()
	if met.Hits() != 2 {
		t.Errorf("%d conflicts, want 2", met.Hits())
	}
	before := dumpEntries(api)
	conflict.Times = testkit.Always
	api.Probe.Inject(conflict)
	late := newRow(9, clock(1, 0), clock(2, 0))
	unavailable := sendBulk(owner, late, row{"id": rowID(1), "op": "delete"}, row{"id": rowID(2), "description": "Plan"})
	unavailable.Problem(http.StatusServiceUnavailable, "service_unavailable")
	if unavailable.Header.Get("Retry-After") == "" {
		t.Error("503 without Retry-After")
	}
	if after := dumpEntries(api); after != before {
		t.Errorf("kept\n%s\nwant\n%s", after, before)
	}
}
