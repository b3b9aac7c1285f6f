package functions_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/functions"
	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/auth"
	"stint/shared/config"
	"stint/shared/domain/audit"
	"stint/shared/route"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Every route that changes a workspace tells its audit log, in the same transaction:
// each request of the budgets and of auditRows writes the events that its route
// declares, each once, with the caller, the target and the correlation id. A request
// whose write of them fails, or that changes nothing, writes none.
func TestEveryMutationTellsTheAuditLog(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *config.Config) { c.AttemptsPerNetwork, c.AttemptsPerAccount = 10_000, 10_000 })
	shown := map[string]map[audit.Action]bool{}
	for _, row := range slices.Concat(budgets, auditRows) {
		spec := specOf(row.route)
		if spec.Method == "GET" && len(spec.Audit) == 0 {
			continue
		}
		t.Run(row.route+" "+row.when, func(t *testing.T) {
			if shown[row.route] == nil {
				shown[row.route] = map[audit.Action]bool{}
			}
			for _, e := range (&auditCase{world: w, spec: spec, row: row}).run(t) {
				shown[row.route][e.Action] = true
			}
		})
	}
	for _, spec := range functions.Routes() {
		if strings.HasSuffix(spec.ID, route.TwinSuffix) {
			continue // a twin runs the operation of its route
		}
		if why, known := untold[spec.ID]; known == (len(spec.Audit) > 0) && spec.Method != "GET" && !hasNoBudget(spec.ID) {
			t.Errorf("route %s declares %v, and is in untold: %q", spec.ID, spec.Audit, why)
		}
		for _, action := range spec.Audit {
			if !shown[spec.ID][action] {
				t.Errorf("route %s declares %s, but no row shows it: add one to auditRows", spec.ID, action)
			}
		}
	}
}

func specOf(id string) route.Spec {
	for _, spec := range functions.Routes() {
		if spec.ID == id {
			return spec
		}
	}
	panic("there is no route " + id)
}

// auditCase is one row of the test.
type auditCase struct {
	*world
	spec route.Spec
	row  budget
	sent int
}

// request makes the request of the row, and the records that it needs.
func (c *auditCase) request() apitest.Request {
	request := c.row.request(c.world)
	request.Method = c.spec.Method
	if c.spec.Creates {
		request.Header = map[string]string{"Idempotency-Key": c.newName()}
	}
	return request
}

// run sends the request of the row while the writes of its events fail, then for real, and checks its events, and then
// again.
func (c *auditCase) run(t *testing.T) []audit.Record {
	request := c.request()
	isHit := c.sendWithFault(t, request)
	if c.spec.ID == "sso.callback" { // it has used up the provider's code
		request = c.request()
	}
	together := c.watchWrites()
	defer c.Probe.Reset()
	answer, events := c.send(t, request)
	row := c.row.route + " " + c.row.when
	if answer.Status != 200 && answer.Status != 303 && answer.Status != refusedRows[row] {
		t.Fatalf("%d\n%s", answer.Status, answer.Body)
	}
	if _, silent := silentRows[row]; (len(events) == 0) != (silent || len(c.spec.Audit) == 0) {
		t.Errorf("%d events, declared are %v", len(events), c.spec.Audit)
	}
	if !isHit && len(events) > 0 {
		t.Error("the fault hit no write of the events")
	}
	for _, e := range events {
		c.check(t, e, events, request, answer)
	}
	if len(events) > 0 && !*together && c.spec.Method != "GET" && answer.Status < http.StatusBadRequest {
		t.Error("the events were written alone, and not with what they tell of")
	}
	if again, more := c.send(t, request); !repeats[c.row.route] && len(more) > 0 {
		t.Errorf("sent again: %d with %d events", again.Status, len(more))
	}
	return events
}

// repeats are the routes that do the same again when a request is repeated.
var repeats = map[string]bool{"account.login": true, "entries.export": true, "invitations.resend": true,
	"submissions.document": true, "members.sign_out": true, "reports.summary": true, "reports.summary_job": true,
	"webhooks.rotate_secret": true, "oauth_clients.rotate_secret": true,
	"oauth.consent": true, "oauth.decide_device": true,
	"oauth.token": true} // the second use of a code ends the access

// sendWithFault checks that a request whose writes fail has no event. It leaves nothing in the table. isHit says that
// a write failed.
func (c *auditCase) sendWithFault(t *testing.T, request apitest.Request) (isHit bool) {
	t.Helper()
	rollback := c.Table.Checkpoint(t)
	defer rollback()
	fault := c.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Where: writesAudit,
		Times: testkit.Always})
	answer, events := c.send(t, request)
	isHit = fault.Hits() > 0
	c.Probe.Reset()
	if len(events) > 0 || isHit && answer.Status == 200 {
		t.Errorf("the write failed: %d with %d events", answer.Status, len(events))
	}
	return isHit
}

// send sends a request, and returns the events with its correlation id.
func (c *auditCase) send(t *testing.T, request apitest.Request) (*apitest.Answer, []audit.Record) {
	t.Helper()
	c.sent++
	id := strings.NewReplacer(" ", "-", ",", "", "'", "").Replace(fmt.Sprintf("%s.%s.%d", c.row.route, c.row.when, c.sent))
	header := maps.Clone(request.Header)
	if header == nil {
		header = map[string]string{}
	}
	header["X-Correlation-Id"], header["User-Agent"] = id, "audit test"
	request.Header = header
	return c.Send(request), auditEvents(t, c.Service, id)
}

// auditEvents are the events with a correlation id, of all workspaces.
func auditEvents(t *testing.T, s *apitest.Service, correlationID string) (all []audit.Record) {
	t.Helper()
	accepts := func(it map[string]types.AttributeValue) bool {
		return testkit.TextOf(it["cid"]) == correlationID && key.AuditLogs.Matches(table.KeyOf(it).PK)
	}
	for _, it := range testkit.DumpWhere(t, s.Table, accepts) {
		r, err := table.Decode[audit.Record](it)
		if err != nil {
			t.Fatal(err)
		}
		events, err := r.Split()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, events...)
	}
	return all
}

func (c *auditCase) check(t *testing.T, e audit.Record, all []audit.Record, request apitest.Request,
	answer *apitest.Answer) {
	if !slices.Contains(c.spec.Audit, e.Action) {
		t.Errorf("%s is not declared", e.Action)
	}
	isUpsert := strings.HasSuffix(c.row.route, ".upsert") // which has an event of each record that it makes
	same := slices.DeleteFunc(slices.Clone(all), func(other audit.Record) bool {
		return other.Action != e.Action || isUpsert && other.Target != e.Target
	})
	if len(same) != 1 {
		t.Errorf("%s was written %d times", e.Action, len(same))
	}
	if want := subjectOf(request.Bearer); c.spec.Credential == auth.Session &&
		(e.Actor.Kind != audit.ByUser || string(e.Actor.ID) != want) {
		t.Errorf("%s by %+v, want user %s", e.Action, e.Actor, want)
	}
	ends := c.spec.ID == "oauth.token" // the service itself ends an access that someone may have stolen
	if (e.Actor.Kind == audit.BySystem) != ends || e.Actor.Name == "" || e.IP != "192.0.2.1" ||
		e.UserAgent != "audit test" {
		t.Errorf("%s from %+v", e.Action, e.Origin)
	}
	if strings.Contains(request.Path, "/submission-lines/") || e.Action == audit.EntryChanged &&
		strings.Contains(request.Path, "/members/") {
		return // the answer does not name the submission of a line, or the timer of a member
	}
	known := request.Path + fmt.Sprint(request.Body) + string(answer.Body) + payloads(string(answer.Body)+request.Bearer) +
		c.owner.WorkspaceID
	if !strings.Contains(known, string(e.Target.ID)) && !c.spec.Op.ShowsPages() && c.spec.Credential != auth.Public ||
		e.Target.Kind == "" {
		t.Errorf("%s of %+v, which neither the request nor the answer names", e.Action, e.Target)
	}
	if unchanged := []audit.Action{audit.SessionOpened, audit.InvitationResent, audit.RecoveryCodesReplaced,
		audit.MemberSessionsEnded}; !slices.Contains(unchanged, e.Action) &&
		len(e.Changes) == 0 {
		t.Errorf("%s without changes", e.Action)
	}
}

// subjectOf is the user of an access token.
func subjectOf(token string) string {
	_, after, _ := strings.Cut(payloads(token), `"sub":"`)
	return after[:min(36, len(after))]
}

// payloads are the decoded parts of all tokens in a text.
func payloads(text string) string {
	var all strings.Builder
	for _, part := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(`."{}:, `, c) }) {
		if raw, err := base64.RawURLEncoding.DecodeString(part); err == nil {
			all.Write(raw)
		}
	}
	return all.String()
}

// watchWrites reports whether each record of the audit log is written in a
// transaction that writes something else, too.
func (c *auditCase) watchWrites() *bool {
	together := true
	c.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Where: func(a testkit.Attempt) bool {
		if writesAudit(a) {
			transaction, ok := a.Input.(*dynamodb.TransactWriteItemsInput)
			together = together && ok && len(transaction.TransactItems) > 1
		}
		return false
	}})
	return &together
}

// writesAudit selects the writes of records of the audit log.
func writesAudit(a testkit.Attempt) bool {
	return testkit.Writes(a) && slices.ContainsFunc(testkit.AccessesOf(a.Input),
		func(x testkit.Access) bool { return key.AuditLogs.Matches(x.Partition) })
}
