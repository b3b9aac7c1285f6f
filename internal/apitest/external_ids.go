package apitest

import (
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"stint/internal/testkit"
)

// externalIDs are a kind of records with external ids.
type externalIDs struct {
	Records
	newName func() string // of a record without Body
}

const externalIDTaken = "externalId duplicate_value"

// CheckExternalIDs checks that two records never have the same external id, also in
// races, that lists find a record by it, and that one that was cleared, changed or
// deleted with its record can be used again. Without a Body, each record has a name of its own.
func CheckExternalIDs(t *testing.T, r Records) {
	t.Helper()
	n := externalIDs{r, newNamer()}
	n.checkBounds(t)
	n.checkReleased(t)
	n.checkCreateRace(t)
	n.checkChangeRace(t)
}

func (n externalIDs) create(externalID any) *Answer {
	more := object{"externalId": externalID}
	if n.Body == nil {
		more["name"] = n.newName()
	}
	return n.Records.create(more)
}

func (n externalIDs) setExternalID(id string, externalID any) *Answer {
	return n.change(id, object{"externalId": externalID})
}

func (n externalIDs) list(query string) *Answer { return n.User.Get(n.Path + query) }

func (n externalIDs) checkBounds(t *testing.T) {
	t.Helper()
	n.create("").Invalid("externalId min_length")
	n.create(strings.Repeat("x", 201)).Invalid("externalId max_length")
	for _, wrong := range []any{"a b", "é", "\x7f", 7} {
		n.create(wrong).Invalid("externalId type_invalid")
	}
	if got := n.create(nil).OK()["external_id"]; got != nil {
		t.Errorf("external_id %v, want null", got)
	}
	longest := "~!" + strings.Repeat("x", 198)
	made := n.create(longest)
	if got := made.OK()["external_id"]; got != longest {
		t.Errorf("external_id %v", got)
	}
	n.wantHolder(t, longest, made.ID())
	n.list("?external_id=" + strings.Repeat("x", 201)).Invalid("external_id max_length")
	n.list("?external_id=x&cursor=eA").Invalid("cursor cursor_invalid")
}

// checkReleased checks who has an external id after each change.
func (n externalIDs) checkReleased(t *testing.T) {
	t.Helper()
	first, second := n.create("one").ID(), n.create(nil).ID()
	n.create("one").Invalid(externalIDTaken)
	n.setExternalID(second, "one").Invalid(externalIDTaken)
	n.setExternalID(first, "one").OK() // its own
	n.create("ONE").OK()               // the case counts
	n.wantHolder(t, "one", first)

	if got := n.setExternalID(first, "two").OK()["external_id"]; got != "two" {
		t.Errorf("external_id %v", got)
	}
	n.wantHolder(t, "one", "")
	n.setExternalID(second, "one").OK()
	n.wantHolder(t, "one", second)
	n.wantHolder(t, "two", first)

	if got := n.setExternalID(first, nil).OK()["external_id"]; got != nil {
		t.Errorf("external_id %v, want null", got)
	}
	n.setExternalID(second, "two").OK()
	n.remove(second).OK()
	n.wantHolder(t, "two", "")
	n.setExternalID(first, "two").OK()
	n.wantHolder(t, "two", first)
}

// wantHolder checks which record a list finds by an external id; "" is none.
func (n externalIDs) wantHolder(t *testing.T, externalID, id string) {
	t.Helper()
	answer := n.list("?external_id=" + externalID)
	items := answer.Items()
	switch {
	case answer.OK()["next_cursor"] != nil:
		t.Errorf("%s: next_cursor %v", externalID, answer.OK()["next_cursor"])
	case id == "" && len(items) == 0:
	case len(items) != 1 || items[0]["id"] != id || items[0]["external_id"] != externalID:
		t.Errorf("%s: found %v, want %q", externalID, items, id)
	}
}

func (n externalIDs) checkCreateRace(t *testing.T) {
	t.Helper()
	n.checkRace(t, func(int) *Answer { return n.create("wanted") })
}

func (n externalIDs) checkChangeRace(t *testing.T) {
	t.Helper()
	var ids [6]string
	for i := range ids {
		ids[i] = n.create(nil).ID()
	}
	n.checkRace(t, func(i int) *Answer { return n.setExternalID(ids[i], "contested") })
}

// checkRace sends six requests for one external id at the same moment. One gets it.
func (n externalIDs) checkRace(t *testing.T, send func(int) *Answer) {
	t.Helper()
	var won atomic.Int64
	testkit.Race(t, 6, func(i int) {
		switch answer := send(i); answer.Status {
		case http.StatusOK:
			won.Add(1)
		case http.StatusUnprocessableEntity:
		default:
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	if won.Load() != 1 {
		t.Errorf("%d of 6 parallel requests got the external id, want 1", won.Load())
	}
}

// TakenExternalIDs are the sort keys of all taken external ids. Their number is equal in
// two services with as many.
func TakenExternalIDs(s *Service) []string {
	s.t.Helper()
	return heldExternalIDs(s, func(sk, _ string) string { return sk })
}

// HeldExternalIDs are all taken external ids, each with the id of the record that has
// it.
func HeldExternalIDs(s *Service) []string {
	s.t.Helper()
	return heldExternalIDs(s, func(sk, id string) string { return sk + " " + id })
}

func heldExternalIDs(s *Service, line func(sk, id string) string) []string {
	var held []string
	for _, item := range testkit.Dump(s.t, s.Table) {
		if sk := testkit.TextOf(item["sk"]); strings.HasPrefix(sk, "X#") {
			held = append(held, line(sk, testkit.TextOf(item["id"])))
		}
	}
	slices.Sort(held)
	return held
}
