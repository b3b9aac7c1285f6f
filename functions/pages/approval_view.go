package pages

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"strings"
	"sync"

	"stint/shared/domain"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/signing"
)

//go:embed approval.html
var approvalHTML string

var approvalTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("approval").Parse(approvalHTML)) })

// approvalView is the content of the page on which a client signs a timesheet, or
// sees the decision.
type approvalView struct {
	Heading, Intro string
	Decided        []string // the decision, in paragraphs; empty while there is none
	Facts          []fact
	Lines          []approvalLine
	WithAmounts    bool
	Entries        []lineEntries // the entries of each line; empty if they are not shown
	Action         string        // path of the form; "" when there is a decision
	Attestation    string
	Name, Email    field
	Accepted       bool
	AcceptedWrong  string
	Reason         string
	ReasonWrong    string
	Wrong          string // error of the whole form; "" for none
}

type approvalLine struct{ Project, Task, Hours, Amount string }

// lineEntries are the entries of one line.
type lineEntries struct {
	Line    approvalLine
	Entries []approvalEntry
}

type approvalEntry struct{ Day, Description, Hours, Amount string }

// newApprovalView shows the content of a client link and the form to decide, filled
// in with what was sent.
func (f *Family) newApprovalView(c signing.LinkDetails, token string, sent signInput) approvalView {
	content := c.Content
	s := approvalView{
		Heading:     "Timesheet to sign",
		Intro:       fmt.Sprintf("%s asks you to review the time that %s worked and to approve it.", content.WorkspaceName, content.PersonName),
		Facts:       factsOf(c),
		Attestation: content.Attestation,
		Name:        field{Name: "signerName", Label: "Your name", Type: "text", Autocomplete: "name", Value: string(sent.Form.SignerName)},
		Email:       field{Name: "signerEmail", Label: "Your e-mail address", Type: "email", Autocomplete: "email", Value: string(sent.Form.SignerEmail)},
		Accepted:    sent.Form.AttestationAccepted.Value,
		Reason:      string(sent.Form.Reason.Value),
	}
	if s.Email.Value == "" {
		s.Email.Value = string(c.Link.Email)
	}
	for _, l := range content.Lines {
		s.Lines = append(s.Lines, toLine(l))
		s.WithAmounts = s.WithAmounts || l.Amount != nil
		if len(l.Entries) > 0 {
			s.Entries = append(s.Entries, lineEntries{Line: toLine(l), Entries: toEntries(l)})
		}
	}
	if c.Status == domain.LinkOpen {
		s.Action = f.basePath + approvalPath + token
		return s
	}
	s.addDecision(c)
	return s
}

// addDecision adds the decision.
func (s *approvalView) addDecision(c signing.LinkDetails) {
	by, _ := c.Submission.Link(c.Link.ID)
	when := by.DecidedAt.Format("2 January 2006, 15:04 UTC")
	s.Heading, s.Intro = "This timesheet is signed", "The decision is final. You can close this page."
	s.Decided = []string{fmt.Sprintf("%s approved it on %s.", by.SignerName, when)}
	if by.Decision == domain.DecisionRejected {
		s.Heading = "This timesheet was declined"
		s.Decided = []string{fmt.Sprintf("%s declined it on %s.", by.SignerName, when)}
		if signed := c.Link.Signature; signed != nil && signed.Reason != nil {
			s.Decided = append(s.Decided, "Reason: "+string(*signed.Reason))
		}
	}
	s.Facts = append(s.Facts, fact{"Fingerprint of what is shown (SHA-256)", by.SHA256})
}

func factsOf(c signing.LinkDetails) []fact {
	facts := []fact{
		{"From", string(c.Content.WorkspaceName)},
		{"Person", string(c.Content.PersonName)},
		{"Period", c.Content.PeriodStart.LongForm() + " to " + c.Content.PeriodEnd.LongForm()},
	}
	if c.Content.ClientName != nil {
		facts = append(facts, fact{"Client", string(*c.Content.ClientName)})
	}
	facts = append(facts, fact{"Total", formatHours(c.Content.TotalSeconds)})
	for _, t := range c.Content.Totals {
		facts = append(facts, fact{"Amount", formatMoney(t.Amount, t.Currency)})
	}
	if c.Status == domain.LinkOpen {
		facts = append(facts, fact{"Sign by", c.Link.ExpiresAt.Format("2 January 2006, 15:04 UTC")})
	}
	return facts
}

func toLine(l signing.Line) approvalLine {
	line := approvalLine{Project: "No project", Hours: formatHours(l.Seconds)}
	if l.ProjectName != nil {
		line.Project = string(*l.ProjectName)
	}
	if l.TaskName != nil {
		line.Task = string(*l.TaskName)
	}
	if !l.IsBillable {
		line.Task = strings.TrimPrefix(line.Task+", not billable", ", ")
	}
	if l.Amount != nil {
		line.Amount = formatMoney(*l.Amount, *l.Currency)
	}
	return line
}

func toEntries(l signing.Line) []approvalEntry {
	shown := make([]approvalEntry, len(l.Entries))
	for i, e := range l.Entries {
		shown[i] = approvalEntry{Day: e.Day.LongForm(), Description: string(e.Description), Hours: formatHours(e.Seconds)}
		if e.Amount != nil {
			shown[i].Amount = formatMoney(*e.Amount, *l.Currency)
		}
	}
	return shown
}

// markErrors adds the messages of a validation problem to the fields.
func (s *approvalView) markErrors(err error) {
	var known *problem.Error
	if !errors.As(err, &known) {
		return
	}
	s.Wrong = "Nothing was signed yet. Please correct the fields below."
	for _, wrong := range known.Fields {
		if wrong.Code == problem.MinLength {
			wrong.Message = "is missing"
		}
		switch wrong.Field {
		case s.Name.Name:
			s.Name.Wrong = "Your name " + wrong.Message + "."
		case s.Email.Name:
			s.Email.Wrong = "Your e-mail address " + wrong.Message + "."
		case "attestationAccepted":
			s.AcceptedWrong = "This " + wrong.Message + "."
		case "reason":
			s.ReasonWrong = "The reason " + wrong.Message + "."
		}
	}
}

// toPage renders the page. It has the status of the problem, or 200 for nil.
func (s approvalView) toPage(about error) page.Page {
	var body bytes.Buffer
	if err := approvalTemplate().Execute(&body, s); err != nil {
		panic(err) // a bug: the template fits the type
	}
	title := s.Heading
	if s.Wrong != "" {
		title = "Error: " + title
	}
	return page.Page{Title: title, Body: template.HTML(body.String()), Form: s.Action != "", Problem: problem.From(about)}
}

// formatHours formats seconds as hours and minutes, rounded to the minute.
func formatHours(seconds int64) string {
	minutes := (seconds + 30) / 60
	switch h, m := minutes/60, minutes%60; {
	case h == 0:
		return fmt.Sprintf("%d min", m)
	case m == 0:
		return fmt.Sprintf("%d h", h)
	default:
		return fmt.Sprintf("%d h %d min", h, m)
	}
}

// formatMoney formats an amount in minor units with its currency.
func formatMoney(minor int64, c domain.Currency) string {
	digits := c.Digits()
	text := fmt.Sprintf("%0*d", digits+1, minor)
	whole, rest := text[:len(text)-digits], text[len(text)-digits:]
	if digits > 0 {
		rest = "." + rest
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return whole + rest + " " + string(c)
}
