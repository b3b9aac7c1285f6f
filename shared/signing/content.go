// Package signing makes the content that a client signs and writes the client's
// decision. The API and the page behind a client link both use it.
package signing

import (
	"cmp"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
)

// Content is what a client signs. It is fixed when the link is created: later
// changes of names or hours do not change it.
type Content struct {
	SubmissionID  domain.ID    `json:"submission_id"` // The id of the submission.
	LinkID        domain.ID    `json:"link_id"`       // The id of the client link.
	WorkspaceName domain.Name  `json:"workspace_name"`
	PersonName    domain.Name  `json:"person_name"`   // whose time it is
	ClientName    *domain.Name `json:"client_name"`   // null if the link is not limited to one client
	PeriodStart   domain.Date  `json:"period_start"`  // The first day of the period.
	PeriodEnd     domain.Date  `json:"period_end"`    // included
	Lines         []Line       `json:"lines"`         // The lines.
	TotalSeconds  int64        `json:"total_seconds"` // The tracked time in seconds.
	Totals        []Total      `json:"totals"`        // sorted by currency; empty if amounts are not shown
	Attestation   string       `json:"attestation"`   // The sentence that the client agrees to with the signature.
	// of the attestation: en before the signature, then that of the signature; absent in content from before it had one
	Language domain.Language `json:"language,omitzero"`
}

// Line is a line as the client sees it.
//
//openapi:schema TimesheetLine
type Line struct {
	ProjectName *domain.Name     `json:"project_name"` // The name of the project; null without one.
	TaskName    *domain.Name     `json:"task_name"`    // The name of the task; null without one.
	ClientName  *domain.Name     `json:"-"`            // of the project; nil without one, and in the content of a link
	IsBillable  bool             `json:"is_billable"`
	Seconds     int64            `json:"seconds"`          // The tracked time in seconds.
	Amount      *int64           `json:"amount"`           // minor units; null if amounts are not shown
	Currency    *domain.Currency `json:"currency"`         // null if amounts are not shown
	Entries     []LineEntry      `json:"entries,omitzero"` // by start; only if entries are shown
}

// Total is the sum of the lines in one currency.
//
//openapi:schema TimesheetTotal
type Total struct {
	Currency domain.Currency `json:"currency"`
	Amount   int64           `json:"amount"` // minor units
}

// ContentSources are the records that a content takes its names from.
type ContentSources struct {
	Workspace people.Workspace
	User      people.User                    // whose time it is
	Client    *projects.Client               // the one client whose lines are shown; nil shows all lines
	Projects  map[domain.ID]projects.Project // those of the lines
	Tasks     map[domain.ID]projects.Task    // those of the lines
	Entries   map[int][]timelog.Entry        // by the number of their line; only if they are shown
}

// NewContent makes the content of a client link from the lines that it shows.
func NewContent(s timesheets.Submission, l timesheets.ClientLink, lines []timesheets.Line,
	sources ContentSources) Content {
	c := Content{
		SubmissionID: s.ID, LinkID: l.ID, WorkspaceName: sources.Workspace.Name, PersonName: sources.User.DisplayName,
		PeriodStart: s.PeriodStart, PeriodEnd: s.PeriodEnd, Lines: []Line{}, Totals: []Total{},
		Language: domain.Language(locale.English),
	}
	c.Attestation = string(AttestationTexts(c.PersonName, s.PeriodStart, s.PeriodEnd)[c.Language])
	if sources.Client != nil {
		c.ClientName = &sources.Client.Name
	}
	totals := map[domain.Currency]int64{}
	for _, line := range lines {
		shown := sources.Line(line, l.ShowAmounts)
		if l.ShowAmounts {
			totals[line.Currency] += line.Amount
		}
		if l.ShowEntries {
			shown.Entries = ToEntries(sources.Entries[line.Number], s.Rounding, sources.Workspace.Timezone.Location(),
				l.ShowAmounts)
		}
		c.Lines = append(c.Lines, shown)
		c.TotalSeconds += line.Seconds
	}
	for currency, amount := range totals {
		c.Totals = append(c.Totals, Total{Currency: currency, Amount: amount})
	}
	slices.SortFunc(c.Totals, func(a, b Total) int { return cmp.Compare(a.Currency, b.Currency) })
	slices.SortStableFunc(c.Lines, CompareByName)
	return c
}

// Line is a line as it is shown, without entries.
func (s ContentSources) Line(l timesheets.Line, amounts bool) Line {
	shown := Line{IsBillable: l.IsBillable, Seconds: l.Seconds}
	if p, ok := s.Projects[l.ProjectID]; ok {
		shown.ProjectName = &p.Name
	}
	if t, ok := s.Tasks[l.TaskID]; ok {
		shown.TaskName = &t.Name
	}
	if amounts {
		shown.Amount, shown.Currency = &l.Amount, &l.Currency
	}
	return shown
}

// CompareByName orders lines by project name, then by task name. Lines without a
// project come last.
func CompareByName(a, b Line) int {
	return cmp.Or(cmp.Compare(sortName(a.ProjectName), sortName(b.ProjectName)),
		cmp.Compare(sortName(a.TaskName), sortName(b.TaskName)))
}

func sortName(n *domain.Name) string {
	if n == nil {
		return "\U0010FFFF"
	}
	return n.Normalize()
}

// Canonical is the content in RFC 8785 form (JSON Canonicalization Scheme), of
// which the digest is made.
func (c Content) Canonical() []byte {
	text, err := json.Marshal(c)
	if err != nil {
		panic(err) // cannot happen: the content consists of texts and numbers
	}
	canonical := jsontext.Value(text)
	if err := canonical.Canonicalize(); err != nil {
		panic(err)
	}
	return canonical
}

// CanonicalContent is a content together with the bytes that were signed. An
// answer contains exactly these bytes.
//
//openapi:schema TimesheetContent
type CanonicalContent struct {
	Content
	raw []byte
}

// ParseContent reads a content from its canonical form.
func ParseContent(canonical []byte) (s CanonicalContent, err error) {
	s.raw = canonical
	return s, json.Unmarshal(canonical, &s.Content)
}

// MarshalJSON returns the canonical form.
func (s CanonicalContent) MarshalJSON() ([]byte, error) { return s.raw, nil }
