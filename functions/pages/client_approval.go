package pages

import (
	"context"
	"embed"
	"html/template"
	"sync"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/lambdahttp"
	"stint/shared/locale"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/wire"
)

type approvalInput struct {
	// The language of the page and of what is signed. Default that of the browser.
	Language wire.Optional[locale.Language] `query:"language" enum:"en,de,fr,es"`
}

func (f *Family) clientApproval(ctx context.Context, c *route.Call[approvalInput]) (page.Page, error) {
	in, err := c.ReadTolerant()
	if err != nil {
		return page.Page{}, err
	}
	token, p := c.PathValue("token"), readerOf(c.Request, domain.Language(in.Language.Value))
	found, err := f.signing.FindShownLink(ctx, token, c.Now)
	if problem.Is(err, problem.CodeNotFound) {
		return invalidApprovalPage(p), nil
	}
	if err != nil {
		return page.Page{}, err
	}
	return f.newApprovalView(p, found, token, signInput{}).toPage(nil), nil
}

func invalidApprovalPage(p reader) page.Page {
	return invalidLinkPage(p, problem.NotFound(), p.Lines("approval.invalid"))
}

//go:embed approval.html approval_form.html day_bars.html
var approvalHTML embed.FS

var approvalTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(approvalHTML, "approval.html", "approval_form.html",
		"day_bars.html"))
})

// approvalView is the content of the page on which a client signs a timesheet, or
// sees the decision. All of the timesheet is from the content that the digest covers.
type approvalView struct {
	reader
	forms locale.Formatter

	Logo                      template.URL // of the workspace; "" without one
	Workspace, Heading, Intro string
	Status                    string   // of the link, in a few words
	Tone                      string   // CSS class of the status: good, bad, or ""
	Decided                   []string // the decision, in paragraphs; empty while there is none
	Document                  string   // path of the timesheet as PDF
	Facts, Sums               []fact
	WithAmounts               bool
	Lines                     []approvalLine
	TotalHours                string
	TotalAmounts              []string // by currency
	Bars                      []dayBar // the hours of each day, where the client sees days
	Days                      []approvalDay
	Unfolded                  bool // whether the days show their entries at once
	DaysOmitted               bool // whether the days do not fit into a response
	ProofHeading              string
	Proof                     []fact // what the decision keeps; empty while there is none
	Declared                  string // the text that was signed; "" without a signature
	DeclaredIn                domain.Language
	IsSigned                  bool
	Languages                 []languageChoice
	Digest                    []string // of the content, in hex, in groups

	approvalForm
}

// newApprovalView shows the content of a client link and the form to decide, filled
// in with what was sent.
func (f *Family) newApprovalView(p reader, c signing.LinkDetails, token string, sent signInput) approvalView {
	content := c.Content
	s := approvalView{
		reader: p, forms: p.In(c.Workspace.Timezone), Logo: logoAddress(c.Logo),
		Workspace: string(content.WorkspaceName), Heading: p.Text("approval.heading"), Status: p.Text("approval.open"),
		Intro:    p.Text("approval.intro", "workspace", string(content.WorkspaceName), "person", string(content.PersonName)),
		Digest:   inGroups(c.Link.ContentSHA256()),
		Document: f.basePath + linkPath + token + "/document", Languages: languagesOf(p),
	}
	if !p.FromBrowser {
		s.Document += "?language=" + string(p.Language)
	}
	s.addFacts(c)
	s.addLines(content.Content)
	s.addDays(content.Content)
	s.Bars = barsOf(s.forms, content.HoursOfDays())
	if c.Status == timesheets.LinkOpen {
		s.addForm(c, sent)
		s.Action = f.basePath + approvalPath + token
	} else {
		s.addDecision(c)
	}
	return s
}

// languageChoice is a language that the page can be read and signed in.
type languageChoice struct {
	Code      locale.Language
	Name      string // in the language itself
	IsCurrent bool
}

func languagesOf(p reader) (all []languageChoice) {
	names := map[locale.Language]string{locale.English: "English", locale.German: "Deutsch", locale.French: "Français",
		locale.Spanish: "Español"}
	for _, l := range locale.Languages() {
		all = append(all, languageChoice{Code: l, Name: names[l], IsCurrent: l == p.Language})
	}
	return all
}

// inGroups divides a digest, so that a narrow page can break it.
func inGroups(digest string) (groups []string) {
	const size = 8
	for ; len(digest) > size; digest = digest[size:] {
		groups = append(groups, digest[:size])
	}
	return append(groups, digest)
}

func (s *approvalView) addFacts(c signing.LinkDetails) {
	s.Facts = []fact{
		{Name: s.Text("approval.person"), Value: string(c.Content.PersonName)},
		{Name: s.Text("approval.period"), Value: s.forms.Period(c.Content.PeriodStart, c.Content.PeriodEnd)},
	}
	if c.Content.ClientName != nil {
		s.Facts = append(s.Facts, fact{Name: s.Text("approval.client"), Value: string(*c.Content.ClientName)})
	}
	if c.Status == timesheets.LinkOpen {
		s.Facts = append(s.Facts, fact{Name: s.Text("approval.sign_by"), Value: s.forms.Moment(c.Link.ExpiresAt)})
	}
	s.Sums = []fact{{Name: s.Text("approval.total_hours"), Value: s.forms.Duration(c.Content.TotalSeconds)}}
	for _, t := range c.Content.Totals {
		s.Sums = append(s.Sums, fact{Name: s.Text("approval.total_amount"), Value: s.forms.Money(t.Amount, t.Currency)})
	}
}

// toPage renders the page. It has the status of the problem, or 200 for nil.
func (s approvalView) toPage(about error) page.Page {
	made := s.render(about)
	if len(s.Days) > 0 && !lambdahttp.Fits([]byte(made.Body)) {
		s.Days, s.DaysOmitted = nil, true
		made = s.render(about)
	}
	return made
}

func (s approvalView) render(about error) page.Page {
	return renderView(approvalTemplate(), s, s.Wrong, page.Page{Title: s.Heading, Language: s.Language,
		FromBrowser: s.FromBrowser, Form: s.Action != "", Problem: problem.From(about)})
}
