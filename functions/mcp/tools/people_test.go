package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
)

// manyMembers is a workspace with so many members: member 0, member 1 and so on.
type manyMembers int

// Run implements Operations.
func (n manyMembers) Run(_ context.Context, r Request) (Response, error) {
	first, _ := strconv.Atoi(r.Query.Get("cursor"))
	limit, _ := strconv.Atoi(r.Query.Get("limit"))
	list := page[member]{Items: []member{}}
	for i := first; i < min(first+limit, int(n)); i++ {
		list.Items = append(list.Items, member{ID: fmt.Sprint("id-", i), Name: fmt.Sprint("Member ", i)})
	}
	body := map[string]any{"items": list.Items, "next_cursor": nil}
	if first+limit < int(n) {
		body["next_cursor"] = strconv.Itoa(first + limit)
	}
	text, err := json.Marshal(body)
	return Response{200, text}, err
}

func callIn(members int) *call {
	return &call{Toolbox: Toolbox{Operations: manyMembers(members), Context: context.Background()},
		names: map[string]*Text{}}
}

// A search looks at a thousand members, says that there are more, and goes on where it ended.
func TestFindGoesOnWithPeople(t *testing.T) {
	t.Parallel()
	c := callIn(1500)
	first, err := c.findRecords(findInput{Words: "member 1200", Kinds: []string{"person"}})
	if err != nil || len(first.Candidates) != 0 || first.Cursor != "1000" {
		t.Fatalf("%+v %v", first, err)
	}
	second, err := c.findRecords(findInput{Words: "MEMBER 1200", Cursor: first.Cursor})
	if err != nil || len(second.Candidates) != 1 || second.Candidates[0].ID != "id-1200" || second.Cursor != "" {
		t.Errorf("%+v %v", second, err)
	}
}

// The only one of a thousand is not the one that words mean, when there are people that were not looked at.
func TestAPersonIsChosenAmongAll(t *testing.T) {
	t.Parallel()
	for members, isChosen := range map[int]bool{1000: true, 1001: false} {
		id, several, err := callIn(members).choosePerson("member 777")
		if err != nil || (id == "id-777") != isChosen || (several != nil) == isChosen {
			t.Errorf("%d members: %q %v %v", members, id, several, err)
		}
	}
	if _, _, err := callIn(3).choosePerson("nobody"); err == nil {
		t.Error("nobody is found")
	}
}

func TestPeopleAreNamed(t *testing.T) {
	t.Parallel()
	c := callIn(400)
	if err := c.namePeople("id-399", "id-5000"); err != nil || c.person("id-399").Name.Data != "Member 399" ||
		c.person("id-5000").Name != nil {
		t.Errorf("%v %v", c.names, err)
	}
}
