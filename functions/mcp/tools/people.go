package tools

import (
	"net/url"
	"strings"
)

// maxPeoplePages bounds how many pages of 100 members one search reads.
const maxPeoplePages = 5

// member is a member as the API lists them.
type member struct {
	ID   string `json:"user_id"`
	Name string `json:"display_name"`
}

// findPeople finds members by a part of their names, among the first 500.
func (c *call) findPeople(words string) ([]Candidate, error) {
	found, query := []Candidate{}, url.Values{"limit": {"100"}}
	for range maxPeoplePages {
		page, err := run[struct {
			Items []member
			Next  *string `json:"next_cursor"`
		}](c, Request{Operation: "members.list.v1", Query: query})
		if err != nil {
			return nil, err
		}
		for _, m := range page.Items {
			if strings.Contains(strings.ToLower(m.Name), strings.ToLower(words)) && len(found) < maxCandidates {
				found = append(found, Candidate{"person", m.ID, Text{m.Name}})
			}
		}
		if page.Next == nil {
			break
		}
		query.Set("cursor", *page.Next)
	}
	return found, nil
}
