// Package signing is what a client signs and how: the content of a link, its
// digest, and the decision, whichever way it comes, by the API or by the page.
package signing

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/domain"
	"stint/shared/store"
)

// Content is what is being signed. It is fixed when the link is made: names and
// hours stay as they were then, whatever is renamed later.
type Content struct {
	SubmissionID  domain.ID    `json:"submission_id"`
	LinkID        domain.ID    `json:"link_id"`
	WorkspaceName domain.Name  `json:"workspace_name"`
	PersonName    domain.Name  `json:"person_name"` // whose time it is
	ClientName    *domain.Name `json:"client_name"` // null where the link is for no single client
	PeriodStart   domain.Date  `json:"period_start"`
	PeriodEnd     domain.Date  `json:"period_end"` // included
	Lines         []Line       `json:"lines"`
	TotalSeconds  int64        `json:"total_seconds"`
	Totals        []Total      `json:"totals"` // by currency; empty where amounts are not shown
	Attestation   string       `json:"attestation"`
}

// Line is a line as the client sees it.
type Line struct {
	ProjectName *domain.Name     `json:"project_name"`
	TaskName    *domain.Name     `json:"task_name"`
	IsBillable  bool             `json:"is_billable"`
	Seconds     int64            `json:"seconds"`
	Amount      *int64           `json:"amount"`   // minor units; null where amounts are not shown
	Currency    *domain.Currency `json:"currency"` // likewise
}

// Total is what the lines in one currency come to.
type Total struct {
	Currency domain.Currency `json:"currency"`
	Amount   int64           `json:"amount"` // minor units
}

// ContentSources are what a content is made from.
type ContentSources struct {
	Workspace domain.Workspace
	User      domain.User
	Client    *domain.Client // whose lines alone are shown; nil is all
	Records   store.Records  // with the projects and tasks of the lines
}

// attestation is what a client declares by signing.
const attestation = "I have looked at the hours listed here, which %s worked for us from %s to %s, and approve them."

// NewContent makes the content of a link to a submission from the lines that it shows.
func NewContent(s domain.Submission, l domain.ClientLink, lines []domain.Line, sources ContentSources) Content {
	c := Content{
		SubmissionID: s.ID, LinkID: l.ID, WorkspaceName: sources.Workspace.Name, PersonName: sources.User.DisplayName,
		PeriodStart: s.PeriodStart, PeriodEnd: s.PeriodEnd, Lines: []Line{}, Totals: []Total{},
		Attestation: fmt.Sprintf(attestation, sources.User.DisplayName, s.PeriodStart.LongForm(), s.PeriodEnd.LongForm()),
	}
	if sources.Client != nil {
		c.ClientName = &sources.Client.Name
	}
	totals := map[domain.Currency]int64{}
	for _, line := range lines {
		shown := Line{IsBillable: line.IsBillable, Seconds: line.Seconds}
		if p, ok := sources.Records.Projects[line.ProjectID]; ok {
			shown.ProjectName = &p.Name
		}
		if t, ok := sources.Records.Tasks[line.TaskID]; ok {
			shown.TaskName = &t.Name
		}
		if l.ShowAmounts {
			shown.Amount, shown.Currency = &line.Amount, &line.Currency
			totals[line.Currency] += line.Amount
		}
		c.Lines = append(c.Lines, shown)
		c.TotalSeconds += line.Seconds
	}
	for currency, amount := range totals {
		c.Totals = append(c.Totals, Total{Currency: currency, Amount: amount})
	}
	slices.SortFunc(c.Totals, func(a, b Total) int { return cmp.Compare(a.Currency, b.Currency) })
	slices.SortStableFunc(c.Lines, compareByName)
	return c
}

// compareByName sorts lines as people look for them; those without a project last.
func compareByName(a, b Line) int {
	return cmp.Or(cmp.Compare(sortName(a.ProjectName), sortName(b.ProjectName)), cmp.Compare(sortName(a.TaskName), sortName(b.TaskName)))
}

func sortName(n *domain.Name) string {
	if n == nil {
		return "\U0010FFFF"
	}
	return n.Normalize()
}

// Canonical is the content in the form that is digested: RFC 8785 (JSON
// Canonicalization Scheme).
func (c Content) Canonical() []byte {
	text, err := json.Marshal(c)
	if err != nil {
		panic(err) // a fault of the program: it holds texts and numbers only
	}
	canonical := jsontext.Value(text)
	if err := canonical.Canonicalize(); err != nil {
		panic(err)
	}
	return canonical
}

// Digest is the SHA-256 of a canonical content in hex: what a signature is for.
func Digest(canonical []byte) string {
	return domain.Digest(string(canonical))
}

// CanonicalContent is a content with the very bytes that are signed, which are what it
// becomes in an answer.
type CanonicalContent struct {
	Content
	raw []byte
}

// ParseContent reads a content that was kept in canonical form.
func ParseContent(canonical []byte) (s CanonicalContent, err error) {
	s.raw = canonical
	return s, json.Unmarshal(canonical, &s.Content)
}

// MarshalJSON gives the bytes that are signed.
func (s CanonicalContent) MarshalJSON() ([]byte, error) { return s.raw, nil }
