package apitest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"stint/internal/testkit"
)

// uniqueNames are a kind of records with unique names.
type uniqueNames struct{ Records }

const nameTaken = "name duplicate_value"

// CheckUniqueNames checks that two records never have the same name, also in another
// spelling and in races, and that the name of a deleted or renamed record can be used
// again.
func CheckUniqueNames(t *testing.T, r Records) {
	t.Helper()
	n := uniqueNames{r}
	n.checkSpellings(t)
	n.checkReleasedNames(t)
	n.checkCreateRace(t)
	n.checkRenameRace(t)
	n.checkVersionRace(t)
	n.checkSwapRace(t)
}

func (n uniqueNames) create(name string) *Answer { return n.Records.create(object{"name": name}) }

func (n uniqueNames) rename(id, name string) *Answer { return n.change(id, object{"name": name}) }

func (n uniqueNames) checkSpellings(t *testing.T) {
	t.Helper()
	id := n.create("Caf\u00e9 Stra\u00dfe").ID()
	for _, spelling := range []string{
		"Caf\u00e9 Stra\u00dfe", "  caf\u00e9 stra\u00dfe\t", "CAF\u00c9 STRASSE", "Cafe\u0301 Stra\u00dfe",
	} {
		n.create(spelling).Invalid(nameTaken)
	}
	other := n.create("Cafe Strasse").ID() // without the accent it is another name
	n.rename(other, "CAF\u00c9 stra\u00dfe").Invalid(nameTaken)

	renamed := n.rename(id, "CAF\u00c9 STRASSE").OK() // its own name in another spelling
	if renamed["name"] != "CAF\u00c9 STRASSE" || renamed["version"] != 2.0 {
		t.Errorf("renamed to another case: %v", renamed)
	}
	n.create("caf\u00e9 strasse").Invalid(nameTaken)
}

func (n uniqueNames) checkReleasedNames(t *testing.T) {
	t.Helper()
	first := n.create("First").ID()
	n.rename(first, "Second").OK()
	again := n.create("first").ID()
	n.rename(again, "SECOND").Invalid(nameTaken)
	n.remove(first).OK()
	n.rename(again, "second").OK()
}

func (n uniqueNames) checkCreateRace(t *testing.T) {
	t.Helper()
	var made atomic.Int64
	testkit.Race(t, 8, func(i int) {
		name := "Wanted"
		if i%2 == 1 {
			name = " WANTED "
		}
		answer := n.create(name)
		if answer.Status == http.StatusOK {
			made.Add(1)
			return
		}
		wantNameTaken(t, answer)
	})
	if made.Load() != 1 {
		t.Errorf("%d of 8 parallel creates made the name, want 1", made.Load())
	}
}

// checkRenameRace renames several records to one name at the same moment.
func (n uniqueNames) checkRenameRace(t *testing.T) {
	t.Helper()
	var ids [6]string
	for i := range ids {
		ids[i] = n.create(fmt.Sprintf("Runner %d", i)).ID()
	}
	var won atomic.Int64
	testkit.Race(t, len(ids), func(i int) {
		answer := n.rename(ids[i], "Finish")
		if answer.Status == http.StatusOK {
			won.Add(1)
			return
		}
		wantNameTaken(t, answer)
	})
	if won.Load() != 1 {
		t.Errorf("%d of %d parallel renames won the name, want 1", won.Load(), len(ids))
	}
}

// checkVersionRace renames one record to several names at the same moment. Each
// success must raise the version by one, every other answer must be a conflict, and
// only the last name must stay taken.
func (n uniqueNames) checkVersionRace(t *testing.T) {
	t.Helper()
	id := n.create("Contested").ID()
	var won atomic.Int64
	testkit.Race(t, 6, func(i int) {
		switch answer := n.rename(id, fmt.Sprintf("Contested %d", i)); answer.Status {
		case http.StatusOK:
			won.Add(1)
		case http.StatusConflict:
		default:
			t.Errorf("status %d\n%s", answer.Status, answer.Body)
		}
	})
	after := n.rename(id, "Contested after").OK()
	if got := after["version"].(float64); won.Load() < 1 || got != float64(won.Load()+2) {
		t.Errorf("version %v after %d renames that won", got, won.Load()+1)
	}
	for i := range 6 {
		n.create(fmt.Sprintf("Contested %d", i)).OK()
	}
}

// checkSwapRace renames two records to each other's name at the same moment. Both
// must fail, because both names are taken.
func (n uniqueNames) checkSwapRace(t *testing.T) {
	t.Helper()
	left, right := n.create("Left").ID(), n.create("Right").ID()
	testkit.Race(t, 2, func(i int) {
		if i == 0 {
			wantNameTaken(t, n.rename(left, "Right"))
		} else {
			wantNameTaken(t, n.rename(right, "Left"))
		}
	})
}

// wantNameTaken checks for 422 in goroutines, where Invalid must not end the test.
func wantNameTaken(t *testing.T, a *Answer) {
	t.Helper()
	if a.Status != http.StatusUnprocessableEntity {
		t.Errorf("%s %s: %d, want 422\n%s", a.Request.Method, a.Request.Path, a.Status, a.Body)
	}
}

// newNamer makes a function that gives a new name with each call. It is safe for
// concurrent use.
func newNamer() func() string {
	var n atomic.Int64
	return func() string { return "Name " + strconv.FormatInt(n.Add(1), 10) }
}

// TakenNames are the digests of all taken names, sorted. They are equal in two services
// with the same taken names.
func TakenNames(s *Service) []string {
	s.t.Helper()
	var held []string
	for _, item := range testkit.Dump(s.t, s.Table) {
		if sk := testkit.TextOf(item["sk"]); strings.HasPrefix(sk, "N#") {
			held = append(held, sk[strings.LastIndex(sk, "#")+1:])
		}
	}
	slices.Sort(held)
	return held
}
