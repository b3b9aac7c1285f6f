package mail

import (
	"fmt"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
)

// Notification are the values in a mail on what concerns a person. Each kind uses some of them.
type Notification struct {
	To        domain.Email
	Name      domain.Name // of the recipient; "" when they have no account
	Language  locale.Language
	Zone      domain.Timezone // of the workspace
	Workspace domain.Name

	Person      domain.Name // whose timesheet it is
	IsOwn       bool        // whether it is the recipient's
	First, Last domain.Date // of its period
	Seconds     int64       // in all
	Status      timesheets.SubmissionStatus
	Rejected    []NamedLine
	Signature   *timesheets.Signature // of a client's decision
	English     domain.Text           // what the signature declares, in English; "" where it is not known
	Scope       *timesheets.LinkScope // whose time the decision is about; nil where it is not known
	ShowsAmount bool                  // whether the recipient may see the amount of it

	Waiting []NamedLine           // the lines that wait for the recipient
	Days    []timesheets.DayHours // none where they are not known

	Link        string         // to the page where a person does what the mail is about; "" for none
	LinkEnds    domain.Instant // of a link that acts for the recipient; the zero value for one that asks to sign in
	Off         string         // to the page that switches mails of the kind off; "" for none
	Unsubscribe string         // address of the one-click unsubscription (RFC 8058); "" for none
	Document    []byte         // PDF of the signed timesheet; nil for none

	DocumentName string // of the file, in ASCII

	Logo *people.LogoFile // of the workspace; nil without one

	Budget *BudgetUse // of a budget that was reached

	TimerStart domain.Instant
	Now        domain.Instant // when the mail is written
}

// NamedLine is a line of a timesheet.
type NamedLine struct {
	Project, Task domain.Name // "" for none
	Seconds       int64
	Reason        domain.Text // of a rejected line; "" for none
}

// maxLines is how many lines of a timesheet a mail names.
const maxLines = 20

func isNotification(k domain.MailKind) bool {
	return k == domain.MailSignedCopy || slices.Contains(domain.Notifications(), k)
}

// ComposeNotification writes a mail on what concerns a person. It fails for an unknown kind. Each kind has, in
// each language, a file named like the kind, with a subject and an event for each of its cases. A subject has no text
// that a user chose, except the name of the client who decided, which is that of the workspace's record.
func ComposeNotification(m domain.Mail, n Notification) (Message, error) {
	if !isNotification(m.Kind) {
		return Message{}, fmt.Errorf("mail: unknown notification %q", m.Kind)
	}
	t := catalogue.In(n.Language)
	f := locale.NewFormatter(t.Language, n.Zone.Location())
	kind, values := string(m.Kind)+"."+n.variant(m.Kind), n.values(f)
	l := newLayout(t, n.Name)
	l.Paragraphs = append(t.Lines(kind+"event", values...), n.details(t, f, m.Kind)...)
	l.Bars, l.Notes = n.bars(t, f), n.notes(t, f, m.Kind)
	if n.Link != "" {
		l.Link, l.Button = n.Link, t.Text(string(m.Kind)+".button")
	}
	if n.Off != "" {
		l.Off, l.OffText, l.OffLabel = n.Off, t.Text("notification.switch_off"), t.Text("notification.switch_off_label")
	}
	message := Message{ID: m.ID, Kind: m.Kind, To: n.To, Subject: t.Text(kind+"subject", values...),
		Headers: n.headers()}
	if n.Document != nil {
		message.Attachments = []Attachment{{Name: n.DocumentName, Type: "application/pdf", Bytes: n.Document}}
	}
	return l.withLogo(n.Logo, n.Workspace).toMessage(message)
}

// variant is the case of a kind, as the prefix of its texts.
func (n Notification) variant(k domain.MailKind) string {
	switch {
	case k == domain.NotifyTimesheetDecided && n.Status == timesheets.Approved:
		return "approved_"
	case k == domain.NotifyTimesheetDecided && n.Status == timesheets.Rejected:
		return "rejected_"
	case k == domain.NotifyTimesheetDecided:
		return "partly_"
	case k == domain.NotifyClientDecided:
		return n.decision()
	case k == domain.NotifyBudgetReached && n.Budget.Percent >= 100:
		return "all_"
	case k == domain.NotifyBudgetReached:
		return "most_"
	}
	return ""
}

// decision is the case of a mail about the client's decision.
func (n Notification) decision() string {
	prefix := "refused_"
	if n.Signature.Decision == timesheets.DecisionApproved {
		prefix = "signed_"
	}
	if n.IsOwn {
		prefix += "own_"
	}
	return prefix
}

// values are the placeholders of the texts with their values.
func (n Notification) values(f locale.Formatter) []string {
	values := []string{
		"workspace", shownName(n.Workspace), "person", shownName(n.Person),
		"period", f.Period(n.First, n.Last), "hours", f.Duration(n.Seconds), "start", f.Moment(n.TimerStart),
		"running", f.Duration(n.Now.Unix() - n.TimerStart.Unix()),
	}
	if n.Budget != nil {
		values = append(values, n.Budget.values(f)...)
	}
	if n.Signature != nil {
		values = append(values, "signer", shownName(n.Signature.Name), "at", f.Moment(n.Signature.At),
			"about", n.about(f))
	}
	return values
}

// about names the timesheet that a client decided on: the client, where it is one, and the period.
func (n Notification) about(f locale.Formatter) string {
	period := f.Period(n.First, n.Last)
	if n.Scope == nil || n.Scope.ClientName == "" {
		return period
	}
	return shownName(n.Scope.ClientName) + ", " + period
}

// details are the lines that wait for the recipient, or the reasons of a decision, each in a paragraph.
func (n Notification) details(t locale.Texts, f locale.Formatter, k domain.MailKind) []string {
	switch {
	case k == domain.NotifyClientDecided || k == domain.MailSignedCopy:
		return n.decisionDetails(t, f)
	case k == domain.NotifyTimesheetDecided:
		return textsOf(n.Rejected, t, f)
	case k == domain.NotifyTimesheetToApprove:
		return textsOf(n.Waiting, t, f)
	case k == domain.NotifyBudgetReached && n.Budget.First != "":
		return t.Lines("budget_reached.period", "period", f.Period(n.Budget.First, n.Budget.Last))
	}
	return nil
}

// textsOf are the first lines, and how many further ones there are.
func textsOf(lines []NamedLine, t locale.Texts, f locale.Formatter) (all []string) {
	for _, line := range lines[:min(len(lines), maxLines)] {
		all = append(all, line.text(t, f))
	}
	if more := len(lines) - len(all); more > 0 {
		all = append(all, t.Text("notification.more", "count", fmt.Sprint(more)))
	}
	return all
}

// bars are the hours of the days, or those of a budget.
func (n Notification) bars(t locale.Texts, f locale.Formatter) []bar {
	if n.Budget != nil {
		return n.Budget.bars(t, f)
	}
	var all []Bar
	for _, d := range timesheets.BarsOf(n.Days) {
		all = append(all, Bar{Label: f.Weekday(d.Day) + " " + f.ShortDate(d.Day), Value: d.Seconds,
			Shown: f.Clock(d.Seconds)})
	}
	return drawBars(all, 0)
}

// headers offer mail programs to unsubscribe with one click (RFC 2369 and RFC 8058).
func (n Notification) headers() map[string]string {
	if n.Unsubscribe == "" {
		return nil
	}
	return map[string]string{"List-Unsubscribe": "<" + n.Unsubscribe + ">",
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
}

// text is a line with the reason for which it was rejected.
func (l NamedLine) text(t locale.Texts, f locale.Formatter) string {
	name := shownName(l.Project)
	switch {
	case l.Project == "":
		name = t.Text("notification.no_project")
	case l.Task != "":
		name += " / " + shownName(l.Task)
	}
	line := "• " + name + " (" + f.Duration(l.Seconds) + ")"
	if l.Reason == "" {
		return line
	}
	return line + " – " + shownText(l.Reason)
}

// notes say how to continue, and what the link allows whoever has it.
func (n Notification) notes(t locale.Texts, f locale.Formatter, k domain.MailKind) (notes []string) {
	if key := string(k) + "." + n.variant(k) + "note"; t.Has(key) {
		notes = append(notes, t.Lines(key)...)
	}
	if key := string(k) + ".link_note"; !n.LinkEnds.IsZero() && t.Has(key) {
		notes = append(notes, t.Lines(key, "ends", f.Moment(n.LinkEnds))...)
	}
	return notes
}
