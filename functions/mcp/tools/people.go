package tools

import (
	"net/url"
	"strings"
)

// maxPeoplePages bounds how many pages of 200 members one search reads.
const maxPeoplePages = 5

// member is a member as the API lists them.
type member struct {
	ID   string `json:"user_id"`
	Name string `json:"display_name"`
	// Email is null where the caller may not see it.
	Email *string `json:"email"`
}

// eachMember visits members from a cursor on, until a visit says that it is enough. next is where the members begin
// that it did not read; "" at the end.
func (c *call) eachMember(cursor string, visit func(member) (enough bool)) (next string, err error) {
	query := url.Values{"limit": {"200"}}
	for range maxPeoplePages {
		setGiven(query, "cursor", cursor)
		page, err := run[page[member]](c, Request{Operation: "members.list.v1", Query: query})
		if err != nil {
			return "", err
		}
		for _, m := range page.Items {
			if visit(m) {
				return "", nil
			}
		}
		if page.Next == nil {
			return "", nil
		}
		cursor = *page.Next
	}
	return cursor, nil
}

// page is a page of a list of the API.
type page[T any] struct {
	Items []T
	Next  *string `json:"next_cursor"`
}

// findPeople finds members by a part of their names, from a cursor on. next is where the members begin that it did not
// look at; "" at the end.
func (c *call) findPeople(words, cursor string) (found matches, next string, err error) {
	all, _ := newWordSearch(words)
	next, err = c.eachMember(cursor, func(m member) bool {
		if all.foundIn(m.Name) {
			found.add(Candidate{Kind: "person", ID: m.ID, Name: Text{m.Name}, Email: textOf(m.Email)}, words)
		}
		return false
	})
	return found, next, err
}

// choosePerson finds the person that words mean: "me", an id, or a part of the name. It answers either the id or the
// candidates; also for one candidate, when there are people that it did not look at.
func (c *call) choosePerson(words string) (id string, several *Choice, err error) {
	if words == "" || isID(words) {
		return words, nil, nil
	}
	if strings.EqualFold(words, "me") {
		me, err := c.identity()
		if err != nil {
			return "", nil, err
		}
		return me.User.ID, nil, nil
	}
	found, next, err := c.findPeople(words, "")
	if err != nil {
		return "", nil, err
	}
	found.isPartial = next != ""
	return c.pick("person", found)
}

// namePeople reads the names of people. Those that it does not find have none.
func (c *call) namePeople(ids ...string) error {
	missing := map[string]bool{}
	for _, id := range ids {
		missing[id] = c.names[id] == nil
	}
	_, err := c.eachMember("", func(m member) bool {
		if missing[m.ID] {
			c.names[m.ID] = &Text{m.Name}
			delete(missing, m.ID)
		}
		return len(missing) == 0
	})
	return err
}

// person is a person with their name, if namePeople found it.
func (c *call) person(id string) Named { return Named{id, c.names[id]} }
