package tools

import (
	"net/url"
	"slices"
	"strings"

	"stint/shared/domain"
)

// Candidate is a record that words may mean, with what tells it from others of the same name.
type Candidate struct {
	Kind    string `json:"kind" jsonschema:"project, task, client, tag or person"`
	ID      string `json:"id"`
	Name    Text   `json:"name"`
	Client  *Named `json:"client,omitempty" jsonschema:"of a project"`
	Project *Named `json:"project,omitempty" jsonschema:"of a task"`
	Email   *Text  `json:"email,omitempty" jsonschema:"of a person, if one may see it"`

	clientID, projectID *string // whose names the answer adds
}

// Choice is what an answer lists when several records fit.
type Choice struct {
	Candidates []Candidate `json:"candidates,omitempty" jsonschema:"the records that fit, when there are several"`
	IsPartial  bool        `json:"candidates_are_partial,omitempty" jsonschema:"true: more records may fit than the candidates; use more of the name"`
}

// The bounds of a search: how many records of a kind an answer lists, and how many pages of 200 records it reads.
const (
	maxCandidates = 20
	maxWordPages  = 5
)

// listed is a record of a list, with the properties that the lists share, and the client of a project.
type listed struct {
	ID, Name string
	ClientID *string `json:"client_id"`
}

// wordSearch looks for names that have all words of a text, in any order. Case and accents do not count.
type wordSearch []domain.SearchTerm

// maxWordsLength bounds a text with several words, in bytes.
const maxWordsLength = 255

// newWordSearch also tells the longest word, for which a list can be searched; "" if there is no word.
func newWordSearch(text string) (all wordSearch, longest string) {
	words := strings.Fields(text)
	if len(text) > maxWordsLength {
		words = []string{text} // which the search refuses, and no name has
	}
	for _, word := range words {
		var term domain.SearchTerm
		_ = term.ParseText(word) // every text is a term
		all = append(all, term)
		if len(word) > len(longest) {
			longest = word
		}
	}
	return all, longest
}

// foundIn reports whether a name has all words.
func (s wordSearch) foundIn(name string) bool {
	return !slices.ContainsFunc(s, func(word domain.SearchTerm) bool { return !word.FoundIn(name) })
}

// matches are the records that have the words in their names. Those with exactly that name are apart.
type matches struct {
	exact, others []Candidate
	isPartial     bool // more records may have the words
}

// add adds a record.
func (m *matches) add(found Candidate, words string) {
	if strings.EqualFold(found.Name.Data, strings.TrimSpace(words)) {
		m.exact = append(m.exact, found)
		return
	}
	m.others = append(m.others, found)
}

// all are the records, those with exactly that name first.
func (m *matches) all() []Candidate { return slices.Concat(m.exact, m.others) }

// one is the record that the words mean: the only one with exactly that name, or the only one at all. It is nil when
// several fit, and when there may be others.
func (m *matches) one() *Candidate {
	all := m.all()
	if m.isPartial || len(all) == 0 || len(m.exact) > 1 || len(m.exact) == 0 && len(all) > 1 {
		return nil
	}
	return &all[0]
}

// choice lists the records, with the names of their clients and projects.
func (c *call) choice(m matches) *Choice {
	out := &Choice{Candidates: m.all(), IsPartial: m.isPartial}
	if len(out.Candidates) > maxCandidates {
		out.Candidates, out.IsPartial = out.Candidates[:maxCandidates], true
	}
	for i := range out.Candidates {
		one := &out.Candidates[i]
		one.Client, one.Project = c.named("clients.get.v1", one.clientID), c.named("projects.get.v1", one.projectID)
	}
	return out
}

// search lists the records whose names contain the words, without archived ones.
func (c *call) search(kind, operation, words string, ids ...string) (matches, error) {
	query := url.Values{}
	if kind != "tag" {
		query.Set("is_archived", "false")
	}
	return c.list(kind, operation, words, query, ids...)
}

// list lists the records whose names contain the words and that a query allows.
func (c *call) list(kind, operation, words string, query url.Values, ids ...string) (found matches, err error) {
	all, longest := newWordSearch(words)
	query.Set("search", longest)
	found.isPartial, err = c.eachListed(operation, query, ids, func(r listed) bool {
		if !all.foundIn(r.Name) {
			return true
		}
		one := Candidate{Kind: kind, ID: r.ID, Name: Text{r.Name}, clientID: r.ClientID}
		if kind == "task" {
			one.projectID = &ids[0]
		}
		found.add(one, words)
		return true
	})
	return found, err
}

// eachListed visits the records of a list until a visit ends it. isPartial says that there are others after
// maxWordPages.
func (c *call) eachListed(operation string, query url.Values, ids []string,
	visit func(listed) (goesOn bool)) (isPartial bool, err error) {
	query.Set("limit", "200")
	for range maxWordPages {
		page, err := run[page[listed]](c, Request{Operation: operation, IDs: ids, Query: query})
		if err != nil {
			return false, err
		}
		for _, r := range page.Items {
			if !visit(r) {
				return true, nil
			}
		}
		if page.Next == nil {
			return false, nil
		}
		query.Set("cursor", *page.Next)
	}
	return true, nil
}

// isID reports whether a text is an id and no words.
func isID(text string) bool {
	_, is := domain.ParseID(text)
	return is
}
