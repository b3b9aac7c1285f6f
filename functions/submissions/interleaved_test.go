package submissions_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
)

// beforeAttempt does something just before the first of the attempts picked.
func beforeAttempt(api *apitest.Service, where func(testkit.Attempt) bool, do func()) {
	api.Probe.Inject(testkit.Fault{Where: where,
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			do()
			return exchange(r)
		}})
}

// isClaimChunk picks the claims of so many entries.
func isClaimChunk(n int) func(testkit.Attempt) bool {
	return func(a testkit.Attempt) bool {
		in, ok := a.Input.(*dynamodb.TransactWriteItemsInput)
		return ok && len(in.TransactItems) == n && in.TransactItems[0].Update != nil &&
			strings.HasPrefix(testkit.TextOf(in.TransactItems[0].Update.Key["sk"]), "E#")
	}
}

// hasClaims reports whether a transaction claims an entry.
func hasClaims(a testkit.Attempt) bool {
	in, ok := a.Input.(*dynamodb.TransactWriteItemsInput)
	return ok && slices.ContainsFunc(in.TransactItems, func(w types.TransactWriteItem) bool {
		return w.Update != nil && strings.HasPrefix(testkit.TextOf(w.Update.Key["sk"]), "E#")
	})
}

// Claims of a failed try do not count in the next one. An entry that the first try claimed, and that has left the
// period since, is free.
func TestClaimsOfAFailedTryDoNotCount(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	s := newLargeFixture(api) // the newest is first
	claimed, changed := s.entries[largeCount-1], s.entries[0]
	first := make(chan struct{})
	api.Probe.Inject(testkit.Fault{Where: isClaimChunk(claimsInChunk),
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			defer close(first)
			return exchange(r)
		}})
	beforeAttempt(api, isClaimChunk(2), func() {
		<-first
		s.user.Patch("/api/entries/"+changed, object{"description": "makes the first try fail"}).OK()
	})
	readAgain := false
	api.Probe.Inject(testkit.Fault{Where: testkit.On("Query"), Skip: 2, // those of the first try
		Effect: func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
			readAgain = true
			s.user.Patch("/api/entries/"+claimed, object{"startedAt": "2026-05-01T09:00:00Z"}).OK()
			return exchange(r)
		}})
	made := s.user.Post(pathSubmissions, submittedWeek).OK()
	if !readAgain {
		t.Fatal("the period was not read again; change how the test prepares it")
	}
	if lockedBy(s.user, claimed) != "" || lockedBy(s.user, changed) != made["id"] {
		t.Error("the entry that left the period is locked, or the one in it is not")
	}
	if l := checkInvariants(t, api); l.countLocked() != largeCount-1 {
		t.Errorf("%d entries are locked", l.countLocked())
	}
}

// A resubmission takes entries from another submission that is being made and whose lease
// is over: then that one must not count.
func TestResubmissionTakesWhatIsBeingSubmitted(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	site := createProject(owner, "site")
	track(owner, 8, 60, object{"projectId": site})
	first := owner.Post(pathSubmissions, submittedWeek).OK()
	path := pathSubmissions + "/" + first["id"].(string)
	owner.Post(path+"/approve-all", nil).OK()
	s := &fixture{user: owner}
	shrinkRounds(api)
	s.addEntries(largeCount - 1)
	track(owner, 9, 1, nil)
	beforeAttempt(api, isFinalWrite, func() {
		owner.Post(path+"/reopen", nil).Conflict(problem.RequestRunning)
		api.Clock.Advance(timesheets.RoundLease)
		owner.Post(path+"/reopen", nil).OK()
		owner.Post(linePath(linesByProject(first)[site])+"/reject", nil).OK()
		owner.Post(path+"/resubmit", nil).OK()
	})
	owner.Post(pathSubmissions, submittedWeek).Problem(409, "conflict")
	l := checkInvariants(t, api)
	l.checkShown(t, owner)
	if l.countLocked() != largeCount+1 || l.countUnfinished() != 0 {
		t.Errorf("%d entries are locked, %d rounds in the making", l.countLocked(), l.countUnfinished())
	}
}

// An entry that was deleted and made anew under its id, while it was being
// submitted, is another entry, though it has the same version.
func TestEntryRecreatedWhileSubmitted(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	const id = "01900000-0000-7000-8000-000000000001"
	made := func(stop string) {
		owner.Post("/api/entries:bulk", object{"items": []object{
			{"id": id, "startedAt": "2026-06-08T09:00:00Z", "stoppedAt": stop}}}).OK()
	}
	made("2026-06-08T10:00:00Z")
	beforeAttempt(api, testkit.On("TransactWriteItems"), func() {
		owner.Delete("/api/entries/" + id).OK()
		made("2026-06-08T15:00:00Z")
	})
	wantFields(t, "submission", owner.Post(pathSubmissions, submittedWeek).OK(), object{"total_seconds": 6 * 3600})
	checkInvariants(t, api).checkShown(t, owner)
}

// An entry of an earlier version of Stint, without the mark of its last write, is compared as
// a whole.
func TestEntriesWithoutAMark(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	entry := track(owner, 8, 60, nil)
	forget := func() {
		for _, it := range apitest.TableItems(api) {
			if testkit.TextOf(it["sk"]) == "E#"+entry {
				delete(it, "by")
				api.Table.Fill(t, []map[string]types.AttributeValue{it})
			}
		}
	}
	forget()
	beforeAttempt(api, testkit.On("TransactWriteItems"), func() {
		owner.Patch("/api/entries/"+entry, object{"stoppedAt": "2026-06-08T15:00:00Z"}).OK()
		forget()
	})
	made := owner.Post(pathSubmissions, submittedWeek).OK()
	wantFields(t, "submission", made, object{"total_seconds": 6 * 3600})
	if lockedBy(owner, entry) != made["id"] {
		t.Error("the entry is not locked")
	}
	checkInvariants(t, api).checkShown(t, owner)
}

// An entry that moves on while a long period is read, from a page that was read
// to one that was not, is submitted once.
func TestEntryMovesWhileRead(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	// 20 KB each, so that 61 entries take more than one page of 1 MB.
	like := track(owner, 1, 10, object{"description": strings.Repeat("\U0001F552", 5000)})
	insertCopies(t, api, like, 60, func(_ int, it map[string]types.AttributeValue) {
		it["start"], it["stop"] = stringValue("2026-06-02T09:00:00Z"), stringValue("2026-06-02T09:10:00Z")
	})
	moved := false
	beforeAttempt(api, func(a testkit.Attempt) bool {
		in, ok := a.Input.(*dynamodb.QueryInput)
		return ok && in.ExclusiveStartKey != nil
	}, func() {
		moved = true
		owner.Patch("/api/entries/"+like, object{"startedAt": "2026-06-16T09:00:00Z",
			"stoppedAt": "2026-06-16T09:10:00Z"}).OK()
	})
	wantFields(t, "submission", owner.Post(pathSubmissions, firstHalfOfJune).OK(), object{"total_seconds": 61 * 600})
	if !moved {
		t.Fatal("all was read at once; change how the test prepares it")
	}
	checkInvariants(t, api)
}

// A change that read its entry before the submission is refused, however it is made.
func TestChangesLoseToASubmission(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	entry := track(owner, 8, 60, nil)
	path := "/api/entries/" + entry
	for name, change := range map[string]func() *apitest.Answer{
		"edit":   func() *apitest.Answer { return owner.Patch(path, object{"stoppedAt": "2026-06-08T15:00:00Z"}) },
		"delete": func() *apitest.Answer { return owner.Delete(path) },
		"batch": func() *apitest.Answer {
			return owner.Post("/api/entries:bulk", object{"items": []object{{"id": entry, "op": "delete"}}})
		},
		"batch of two": func() *apitest.Answer {
			return owner.Post("/api/entries:bulk",
				object{"items": []object{{"id": entry, "isBillable": false},
					{"id": "01900000-0000-7000-8000-000000000001", "startedAt": "2026-06-01T08:00:00Z",
						"stoppedAt": "2026-06-01T09:00:00Z"}}})
		},
	} {
		var id string
		beforeAttempt(api, testkit.Writes, func() { id = owner.Post(pathSubmissions, submittedWeek).ID() })
		change().Problem(409, "conflict")
		if lockedBy(owner, entry) != id {
			t.Errorf("%s: the entry is not locked", name)
		}
		checkInvariants(t, api).checkShown(t, owner)
		owner.Post(pathSubmissions+"/"+id+"/withdraw", nil).OK()
	}
}

// Of two submissions that share a day, but no entry, the one that comes later
// finds the other, though neither was there when both began.
func TestSubmissionsThatShareADay(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, largeCount} {
		api := shrinkRounds(apitest.New(t))
		owner := api.Register("ada")
		s := &fixture{user: owner}
		s.addEntries(n) // from the 8th on
		early := track(owner, 1, 60, nil)
		made := ""
		beforeAttempt(api, testkit.Writes, func() {
			made = owner.Post(pathSubmissions, object{"periodStart": "2026-06-01", "periodEnd": "2026-06-07"}).ID()
		})
		owner.Post(pathSubmissions, object{"periodStart": "2026-06-07", "periodEnd": "2026-06-14"}).Problem(409, "conflict")
		if l := checkInvariants(t, api); lockedBy(owner, early) != made || l.countLocked() != 1 || l.countUnfinished() != 0 {
			t.Errorf("%d entries: %d are locked, %d rounds in the making", n, l.countLocked(), l.countUnfinished())
		}
	}
}

// A round's number is used once. A larger round that began after this one and broke off leaves claims, which do not
// count in this one.
func TestRoundsDoNotShareANumber(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	s := newFixture(shrinkRounds(api), 2).submit()
	for _, l := range linesByProject(s.user.Get(pathSubmissions + "/" + s.id).OK()) {
		s.user.Post(linePath(l)+"/reject", nil).OK()
	}
	api.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), WholeCall: true,
		Where: func(a testkit.Attempt) bool {
			return isFinalWrite(a) && !hasClaims(a) // the one of the larger round
		}})
	beforeAttempt(api, testkit.Writes, func() {
		s.addEntries(largeCount)
		s.submitOrResubmit().Problem(503, "service_unavailable")
	})
	s.submitOrResubmit().Problem(409, "conflict")
	if l := checkInvariants(t, api); l.countLocked() != 0 {
		t.Errorf("%d entries are locked", l.countLocked())
	}
	s.submitOrResubmit().OK()
	if l := checkInvariants(t, api); l.countLocked() != largeCount+2 {
		t.Errorf("%d entries are locked", l.countLocked())
	}
}
