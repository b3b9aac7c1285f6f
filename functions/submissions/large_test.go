package submissions_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/sync/errgroup"

	"stint/functions/apitest"
	"stint/shared/domain"
	"stint/shared/testkit"
)

// large is how many entries the makers of large submissions have here: two
// chunks of claims.
const large = 102

// dieAfter lets so many writes through; whoever makes the next one never comes
// back.
func (s *scene) dieAfter(t *testing.T, writes int) {
	t.Helper()
	s.p.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Where: testkit.Writes, Skip: writes, Times: testkit.Always, WholeCall: true})
}

// many is the scene with a large number of entries, 2 lines of them.
func many(h *apitest.House) *scene {
	s := set(h, 60)
	s.more(large - 60)
	s.entries = ids(s.p)
	return s
}

// more makes so many entries more.
func (s *scene) more(n int) {
	var items []object
	for i := range n {
		items = append(items, object{
			"id": fmt.Sprintf("0197f5a0-0000-7000-9000-%012d", i), "startedAt": fmt.Sprintf("2026-06-%02dT11:00:00Z", 8+i%7), "stoppedAt": "2026-06-14T12:00:00Z",
		})
	}
	for part := range slices.Chunk(items, 100) {
		s.p.Post("/api/entries:bulk", object{"items": part}).OK()
	}
}

func ids(p *apitest.Person) (all []string) {
	for _, e := range p.Get("/api/entries?limit=200").Items() {
		all = append(all, e["id"].(string))
	}
	return all
}

// rejected is the scene with everything in a submission that was rejected.
func (s *scene) rejected() *scene {
	s.submitted()
	for _, l := range s.p.Get(all + "/" + s.id).OK()["lines"].([]any) {
		s.p.Post(linePath(l.(object))+"/reject", nil).OK()
	}
	return s
}

// request submits, or resubmits what was rejected.
func (s *scene) request() *apitest.Answer {
	if s.id != "" {
		return s.p.Post(all+"/"+s.id+"/resubmit", nil)
	}
	return s.p.Post(all, week)
}

// claimed picks an entry that a round in the making has claimed; "" is none.
func (l *ledger) claimed() string {
	for _, e := range l.entries {
		if e.Stamp != nil {
			if s := l.heads[e.Stamp.SubmissionID]; s.Building != nil && s.Building.Round == e.Stamp.Round {
				return string(e.ID)
			}
		}
	}
	return ""
}

func (l *ledger) making() (n int) {
	for _, s := range l.heads {
		if s.Building != nil {
			n++
		}
	}
	return n
}

// locked is how many entries are.
func (l *ledger) locked() (n int) {
	for _, e := range l.entries {
		if l.lockOf(e) != "" {
			n++
		}
	}
	return n
}

const wanted = "the entries are wanted"

// afterwards is what happens once the maker of a submission has died.
var afterwards = map[string]func(t *testing.T, s *scene){
	wanted: func(t *testing.T, s *scene) {
		entry := always(t, s.p.House).claimed()
		if entry == "" {
			return
		}
		bulk := object{"items": []object{{"id": entry, "description": "mine"}}}
		s.p.Clock.Advance(domain.BuildLease - time.Second)
		s.p.Patch("/api/entries/"+entry, object{"description": "mine"}).Problem(409, "conflict")
		s.p.Delete("/api/entries/"+entry).Problem(409, "conflict")
		s.p.Post("/api/entries:bulk", bulk).Problem(409, "conflict")
		expect(t, "claimed", s.p.Patch("/api/entries/"+entry, nil).OK(), object{"is_locked": false, "version": 1})
		s.p.Clock.Advance(time.Second)
		if s.id == "" {
			expect(t, "taken back", s.p.Patch("/api/entries/"+entry, object{"description": "mine"}).OK(), object{"is_locked": false, "version": 2})
		} else {
			expect(t, "taken back by a batch", s.p.Post("/api/entries:bulk", bulk).Items()[0], object{"is_locked": false, "version": 2})
		}
		if n := always(t, s.p.House).making(); n != 0 {
			t.Errorf("%d rounds are still being made", n)
		}
	},
	"the worker comes": func(t *testing.T, s *scene) {
		s.p.Clock.Advance(domain.BuildLease + time.Second)
		s.p.Deliver()
		s.p.Clock.Advance(domain.BuildLease)
		s.p.Deliver()
		if n := always(t, s.p.House).making(); n != 0 {
			t.Errorf("%d rounds are still being made", n)
		}
	},
	"they try again at once": func(*testing.T, *scene) {},
}

// Wherever the maker of a large submission dies, nobody sees half of one,
// nothing of it is locked, its entries are free after the lease at the latest,
// and the next try succeeds. There are four writes: the beginning, two chunks
// of claims, and the one that makes it count.
func TestMakersDie(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{false, true} {
		for writes := range 4 {
			for after, then := range afterwards {
				if after != wanted && writes%2 == 0 {
					continue // as far as they go, it is the same as one write later
				}
				t.Run(fmt.Sprintf("%s, again %t, after %d writes", after, again, writes), func(t *testing.T) {
					t.Parallel()
					died(t, then, again, writes, after == wanted && writes > 0 && again)
				})
			}
		}
	}
}

// Who dies after the last write has submitted, heard of it or not.
func TestMakersDieAfterAll(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{false, true} {
		s := many(apitest.New(t))
		if again {
			s.rejected()
		}
		s.p.Probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected), Where: last, WholeCall: true})
		s.dieAfter(t, 4)
		s.request().Problem(503, "service_unavailable")
		s.p.Probe.Reset()
		s.p.Clock.Advance(5 * time.Minute)
		s.p.Deliver()
		if l := always(t, s.p.House); l.locked() != large || l.making() != 0 {
			t.Errorf("again %t: %d entries are locked", again, l.locked())
		}
		s.request().Problem(409, "conflict")
	}
}

// died lets a maker die before a write, or after it without having heard of it.
func died(t *testing.T, then func(t *testing.T, s *scene), again bool, writes int, lost bool) {
	s := many(apitest.New(t))
	if again {
		s.rejected()
	}
	before := always(t, s.p.House)
	if lost {
		s.p.Probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected), Where: testkit.Writes, Skip: writes - 1, WholeCall: true})
	}
	s.dieAfter(t, writes)
	answer := s.request()
	s.p.Probe.Reset()
	answer.Problem(503, "service_unavailable")
	if l := always(t, s.p.House); l.locked() != 0 || len(s.p.Get(all).Items()) != len(before.heads) {
		t.Fatalf("%d entries are locked by who died", l.locked())
	}
	then(t, s)
	made := s.request().OK()
	if l := always(t, s.p.House); l.locked() != len(s.entries) || l.making() != 0 || len(l.heads) != 1 {
		t.Errorf("%d of %d entries are locked, %d rounds in the making, %d submissions", l.locked(), len(s.entries), l.making(), len(l.heads))
	}
	want := []string{"submitted"}
	if again {
		want = append(want, "line_rejected", "line_rejected", "resubmitted")
	}
	if got := history(s.p, made["id"].(string)); !slices.Equal(got, want) {
		t.Errorf("history %v, want %v", got, want)
	}
}

// last picks the write that makes a large submission count: the only one that
// is neither the first nor a chunk of claims.
func last(a testkit.Attempt) bool {
	in, ok := a.Input.(*dynamodb.TransactWriteItemsInput)
	if !ok {
		return false
	}
	return slices.ContainsFunc(in.TransactItems, func(w types.TransactWriteItem) bool {
		return w.Put != nil && strings.HasPrefix(textOf(w.Put.Item, "sk"), "LINES#")
	})
}

// A maker who took too long finds that their last write does not count.
func TestMakersComeTooLate(t *testing.T) {
	t.Parallel()
	meanwhile := map[string]func(t *testing.T, s *scene){
		"an entry was taken back": func(t *testing.T, s *scene) {
			s.p.Clock.Advance(domain.BuildLease)
			s.p.Patch("/api/entries/"+s.entries[7], object{"description": "mine"}).OK()
		},
		"an entry was deleted": func(t *testing.T, s *scene) {
			s.p.Clock.Advance(domain.BuildLease)
			s.p.Delete("/api/entries/" + s.entries[7]).OK()
		},
		"the worker came": func(t *testing.T, s *scene) {
			s.p.Clock.Advance(2 * domain.BuildLease)
			s.p.Deliver()
		},
		"they tried again": func(t *testing.T, s *scene) { s.request().OK() },
		"they tried again and withdrew": func(t *testing.T, s *scene) {
			id := s.request().ID()
			s.p.Post(all+"/"+id+"/withdraw", nil).OK()
		},
		"a timer was started": func(t *testing.T, s *scene) {
			s.p.Post("/api/timers/start", object{"startedAt": "2026-06-09T09:00:00Z"}).OK()
		},
	}
	for name, happens := range meanwhile {
		for _, again := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, again %t", name, again), func(t *testing.T) {
				t.Parallel()
				s := many(apitest.New(t))
				if again {
					s.rejected()
				}
				s.p.Probe.Inject(testkit.Fault{Where: last, Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
					if n := always(t, s.p.House).locked(); n != 0 {
						t.Errorf("%d entries are locked before the last write", n)
					}
					happens(t, s)
					return exchange(r)
				}})
				s.request().Problem(409, "conflict")
				l := always(t, s.p.House)
				l.agrees(t, s.p)
				if want := map[bool]int{true: large, false: 0}[name == "they tried again"]; l.locked() != want || l.making() != 0 {
					t.Errorf("%d entries are locked, want %d; %d rounds in the making", l.locked(), want, l.making())
				}
			})
		}
	}
}

// A submission that is decided on while its resubmission is being made wins.
func TestDecisionsEndResubmissions(t *testing.T) {
	t.Parallel()
	s := many(apitest.New(t)).submitted()
	for project, l := range lines(s.p.Get(all + "/" + s.id).OK()) {
		if project == "" { // 72 of the entries
			s.p.Post(linePath(l)+"/reject", nil).OK()
		}
	}
	approve := all + "/" + s.id + "/approve-all"
	for i := range 25 {
		track(s.p, 8+i%7, 5, nil)
	}
	s.p.Probe.Inject(testkit.Fault{Where: last, Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		s.p.Post(approve, nil).OK()
		return exchange(r)
	}})
	s.request().Problem(409, "conflict")
	always(t, s.p.House).agrees(t, s.p)
	s.request().OK()
	if l := always(t, s.p.House); l.locked() != len(l.entries) {
		t.Errorf("%d of %d entries are locked", l.locked(), len(l.entries))
	}
}

// insert puts copies of an entry into the table, each changed.
func insert(t *testing.T, h *apitest.House, like string, n int, change func(i int, it map[string]types.AttributeValue)) {
	t.Helper()
	var model map[string]types.AttributeValue
	for _, it := range apitest.Items(h) {
		if textOf(it, "sk") == "E#"+like {
			model = it
		}
	}
	var group errgroup.Group
	group.SetLimit(4)
	for part := range slices.Chunk(numbers(n), 25) {
		group.Go(func() error {
			var writes []types.WriteRequest
			for _, i := range part {
				it := maps.Clone(model)
				id := fmt.Sprintf("00000000-0000-7000-9000-%012d", i)
				it["sk"], it["id"] = word("E#"+id), word(id)
				change(i, it)
				it["lsk"] = word("T#" + textOf(it, "start") + "#" + id)
				writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{Item: it}})
			}
			_, err := h.Table.Client.BatchWriteItem(t.Context(), &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{h.Table.Name: writes}})
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
}

func numbers(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func word(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

// crowd fills somebody's June with entries on so many tasks.
func crowd(t *testing.T, p *apitest.Person, entries, tasks int) {
	t.Helper()
	site := project(p, "site")
	like := track(p, 1, 10, object{"projectId": site})
	insert(t, p.House, like, entries-1, func(i int, it map[string]types.AttributeValue) {
		at := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * 2 * time.Minute)
		it["start"], it["stop"] = word(domain.At(at).String()), word(domain.At(at.Add(time.Minute)).String())
		if n := (i + 1) % tasks; n > 0 { // the first has none
			it["tid"] = word(fmt.Sprintf("00000000-0000-7000-a000-%012d", n))
		}
	})
}

var june = object{"periodStart": "2026-06-01", "periodEnd": "2026-06-16"}

// The largest submission there is.
func TestLargest(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	began := time.Now()
	crowd(t, ada, domain.MaxSubmissionEntries, domain.MaxSubmissionLines)
	filled := time.Now()
	tooMuch := track(ada, 16, 1, nil)
	ada.Post(all, june).Invalid("periodEnd range_too_long") // 10,001 entries in 501 lines
	ada.Delete("/api/entries/" + tooMuch).OK()
	made := h.Send(apitest.Request{Method: "POST", Path: all, Body: june, Bearer: ada.Token, Header: map[string]string{"Idempotency-Key": "large"}})
	id := made.ID()
	t.Logf("filled in %v, submitted in %v", filled.Sub(began), time.Since(filled))
	whole := ada.Get(all + "/" + id).OK()
	expect(t, "submission", whole, object{"status": "submitted", "version": 1, "total_seconds": 9_999*60 + 600, "amount": 9_999*100 + 1000})
	if n := len(whole["lines"].([]any)); n != domain.MaxSubmissionLines {
		t.Errorf("%d lines", n)
	}
	again := h.Send(apitest.Request{Method: "POST", Path: all, Body: june, Bearer: ada.Token, Header: map[string]string{"Idempotency-Key": "large"}})
	if string(again.Body) != string(made.Body) {
		t.Error("the replay differs")
	}
	expect(t, "approved", ada.Post(all+"/"+id+"/approve-all", nil).OK(), object{"status": "approved", "version": 2})
	if l := always(t, h); l.locked() != domain.MaxSubmissionEntries {
		t.Errorf("%d entries are locked", l.locked())
	}
}

// Readers of a submission of 500 lines see all of them approved, or none.
func TestApproveAllIsSeenWhole(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada := h.Register("ada")
	crowd(t, ada, domain.MaxSubmissionLines, domain.MaxSubmissionLines)
	path := all + "/" + ada.Post(all, june).ID()
	for range 3 {
		seen := make([]map[string]int, 4)
		testkit.Race(t, len(seen), func(i int) {
			if i == 0 {
				ada.Post(path+"/approve-all", nil).OK()
				return
			}
			seen[i] = map[string]int{}
			for range 100 {
				status := approvedLines(t, ada.Get(path))
				if seen[i][status]++; status == "all approved" {
					return
				}
			}
		})
		for _, statuses := range seen[1:] {
			if statuses["all approved"] != 1 || len(statuses) > 2 || len(statuses) == 2 && statuses["none submitted"] == 0 {
				t.Errorf("seen: %v", statuses)
			}
		}
		always(t, h)
		ada.Post(path+"/reopen", nil).OK()
	}
}

// approvedLines tells how many lines are, and the status.
func approvedLines(t *testing.T, a *apitest.Answer) string {
	if a.Status != 200 {
		t.Errorf("%d\n%s", a.Status, a.Body)
		return ""
	}
	n, whole := 0, a.JSON()
	for _, l := range whole["lines"].([]any) {
		if line := l.(object); line["status"] == "approved" && line["decided_by"] != nil && line["decided_at"] != nil {
			n++
		}
	}
	switch n {
	case 0:
		return fmt.Sprint("none ", whole["status"])
	case domain.MaxSubmissionLines:
		return fmt.Sprint("all ", whole["status"])
	}
	return fmt.Sprint(n, " ", whole["status"])
}
