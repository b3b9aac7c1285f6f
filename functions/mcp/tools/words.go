package tools

import (
	"net/url"
	"strconv"
	"strings"
)

// Candidate is a record that words may mean.
type Candidate struct {
	Kind string `json:"kind" jsonschema:"project, task, client, tag or person"`
	ID   string `json:"id"`
	Name Text   `json:"name"`
}

// maxCandidates bounds the records of a kind that one search answers.
const maxCandidates = 20

// listed is a record of a list, with the properties that the lists share.
type listed struct{ ID, Name string }

// search lists the records whose names contain the words.
func (c *call) search(kind, operation, words string, ids ...string) ([]Candidate, error) {
	query := url.Values{"search": {words}, "limit": {strconv.Itoa(maxCandidates)}}
	if kind != "tag" {
		query.Set("is_archived", "false")
	}
	list, err := run[struct{ Items []listed }](c, Request{Operation: operation, IDs: ids, Query: query})
	if err != nil {
		return nil, err
	}
	found := []Candidate{}
	for _, item := range list.Items {
		found = append(found, Candidate{Kind: kind, ID: item.ID, Name: Text{item.Name}})
	}
	return found, nil
}

// pick is the one record that words mean: the only one found, or the only one with exactly that name. It is nil when
// several fit.
func pick(found []Candidate, words string) *Candidate {
	if len(found) == 1 {
		return &found[0]
	}
	var exact *Candidate
	for i := range found {
		if !strings.EqualFold(found[i].Name.Data, strings.TrimSpace(words)) {
			continue
		}
		if exact != nil {
			return nil
		}
		exact = &found[i]
	}
	return exact
}

// isID reports whether a text is an id and no words.
func isID(text string) bool { return len(text) == 36 && strings.Count(text, "-") == 4 }

// choose finds the record that words mean. It answers either the record or the candidates. Errors: a failure with
// not_found when nothing fits.
func (c *call) choose(kind, operation, words string, ids ...string) (*Candidate, []Candidate, error) {
	found, err := c.search(kind, operation, words, ids...)
	if err != nil {
		return nil, nil, err
	}
	if len(found) == 0 {
		return nil, nil, failure{Code: "not_found", Detail: "No " + kind + " has these words in its name."}
	}
	if one := pick(found, words); one != nil {
		return one, nil, nil
	}
	return nil, found, nil
}
