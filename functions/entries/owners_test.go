package entries_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"stint/internal/apitest"
	"stint/shared/domain"
)

// maxFindUnits is how many read units the request for someone else's entry by its id may cost.
const maxFindUnits = 20

// checkFindUnits checks what each request costs.
func checkFindUnits(t *testing.T, api *apitest.Service, requests map[string]func()) {
	t.Helper()
	for what, ask := range requests {
		api.Probe.Reset()
		ask()
		if got := api.Probe.Snapshot().Read; got > maxFindUnits {
			t.Errorf("%s costs %v read units, want at most %d", what, got, maxFindUnits)
		}
	}
}

// checkCount checks how many entries a list has.
func checkCount(t *testing.T, list *apitest.Answer, want int) {
	t.Helper()
	if got := len(list.Items()); got != want {
		t.Errorf("the list has %d entries, want %d", got, want)
	}
}

// crowd adds members until the workspace has n of them, and returns the last one.
func crowd(owner *apitest.User, n int) (last *apitest.User) {
	for i := range n - 1 {
		last = owner.AddMember(fmt.Sprint("m", i), "user")
	}
	return last
}

// writeChosen writes an entry whose id the caller chose.
func writeChosen(u *apitest.User, id string) {
	u.Post("/api/entries:bulk", object{"items": []object{{"id": id, "startedAt": at(-2), "stoppedAt": at(-1)}}}).OK()
}

func TestFindsOthersEntriesByIDAtAFixedCost(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := crowd(owner, 14)
	entry, timer := track(member, -2, -1), member.Post("/api/timers/start", object{}).ID()
	none := string(domain.NewIDOf(domain.ID(member.ID)))
	chosen := uuid.NewString()
	writeChosen(member, chosen)
	checkFindUnits(t, api, map[string]func(){
		"an entry":           func() { owner.Get("/api/entries/" + entry).OK() },
		"a timer":            func() { owner.Get("/api/entries/" + timer).OK() },
		"none":               func() { owner.Get("/api/entries/"+none).Problem(404, "not_found") },
		"a chosen id":        func() { owner.Get("/api/entries/"+chosen).Problem(404, "not_found") },
		"its owner's":        func() { owner.Get("/api/entries/" + chosen + "?user_id=" + member.ID).OK() },
		"its own":            func() { member.Get("/api/entries/" + chosen).OK() },
		"a list":             func() { checkCount(t, owner.Get("/api/entries?ids="+entry+","+timer), 2) },
		"a list of a chosen": func() { owner.Get("/api/entries?ids=" + entry + "," + chosen).Invalid("user_id required") },
		"its owner's list":   func() { checkCount(t, owner.Get("/api/entries?ids="+chosen+"&user_id="+member.ID), 1) },
	})
}

func TestSearchesASmallWorkspaceForChosenIDs(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := crowd(owner, 10)
	chosen := uuid.NewString()
	writeChosen(member, chosen)
	checkFindUnits(t, api, map[string]func(){
		"chosen": func() { owner.Get("/api/entries/" + chosen).OK() },
		"none":   func() { owner.Get("/api/entries/"+uuid.NewString()).Problem(404, "not_found") },
	})
	checkCount(t, owner.Get("/api/entries?ids="+chosen), 1)
	owner.AddMember("more", "user")
	owner.Get("/api/entries/"+chosen).Problem(404, "not_found")
}

// Entries keep the beginning of their owner's id whatever makes them.
func TestIDsNameTheirOwner(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	beginning := strings.ReplaceAll(owner.ID, "-", "")[:11]
	timer := owner.Post("/api/timers/start", object{}).ID()
	stopped := owner.Post("/api/timers/"+timer+"/stop", object{}).ID()
	for _, id := range []string{track(owner, -2, -1), timer, stopped} {
		if !strings.HasSuffix(id, beginning) || uuid.MustParse(id).Version() != 7 {
			t.Errorf("%s does not end with %s", id, beginning)
		}
	}
}
