package tools

import (
	"net/url"
	"strconv"
	"strings"

	"stint/shared/domain"
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

// search lists the records whose names contain the words, without archived ones.
func (c *call) search(kind, operation, words string, ids ...string) ([]Candidate, error) {
	query := url.Values{}
	if kind != "tag" {
		query.Set("is_archived", "false")
	}
	return c.list(kind, operation, words, query, ids...)
}

// list lists the records whose names contain the words and that a query allows.
func (c *call) list(kind, operation, words string, query url.Values, ids ...string) ([]Candidate, error) {
	query.Set("search", words)
	query.Set("limit", strconv.Itoa(maxCandidates))
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
func isID(text string) bool {
	_, is := domain.ParseID(text)
	return is
}

// choose finds the id of the record that words mean; an id and "" stay as they are. It answers either the id or the
// candidates. Archived records count only where no other fits. Errors: a failure with not_found when nothing fits.
func (c *call) choose(kind, operation, words string, ids ...string) (id string, several []Candidate, err error) {
	if words == "" || isID(words) {
		return words, nil, nil
	}
	found, err := c.search(kind, operation, words, ids...)
	if err == nil && len(found) == 0 && kind != "tag" {
		found, err = c.list(kind, operation, words, url.Values{}, ids...)
	}
	if err != nil {
		return "", nil, err
	}
	return pickID(kind, found, words)
}

// pickID is the id of the one record that words mean, or the candidates. Errors: a failure with not_found for none.
func pickID(kind string, found []Candidate, words string) (id string, several []Candidate, err error) {
	if len(found) == 0 {
		return "", nil, failure{Code: "not_found", Detail: "No " + kind + " has these words in its name."}
	}
	if one := pick(found, words); one != nil {
		return one.ID, nil, nil
	}
	return "", found, nil
}
