package submissions

import (
	"maps"
	"slices"
	"strings"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/domain/timesheets"
	"stint/shared/lambdahttp"
	"stint/shared/locale"
	"stint/shared/signing"
	"stint/shared/store/timesheetdb"
	"stint/shared/timesheetpdf"
)

// documentBuilder makes the document of a submission from what was read for it.
type documentBuilder struct {
	submission
	withEntries bool // whether the reader asked for entries
	from        signing.ContentSources
	clients     map[domain.ID]projects.Client
	links       map[domain.ID]timesheets.ClientLink // with a decision; none for a manager of some lines only
	hidden      map[domain.ID]bool                  // the projects that the viewer does not see
	deleted     map[domain.ID]bool                  // of those who decided
	logo        []byte                              // of the workspace, as PNG; nil for none
}

// documentLine is a line with the version of the event that decided it.
type documentLine struct {
	signing.Line
	status   timesheets.LineStatus
	decision int64
	unseen   bool // whether the viewer does not see its project
	unread   bool // whether the viewer does not see its entries
	locked   bool // whether its entries cannot change: the submission is not withdrawn, and the line is not rejected
}

// lines are the lines by name.
func (b documentBuilder) lines() []documentLine {
	zone := b.from.Workspace.Timezone.Location()
	lines := make([]documentLine, len(b.Totals))
	for i, total := range b.Totals {
		state, amounts := b.Lines[i], b.viewer.SeesRatesOn(total.ProjectID)
		lines[i] = documentLine{
			Line: b.from.Line(total, amounts), status: state.Status, decision: state.DecisionVersion,
			unseen: b.hidden[total.ProjectID], unread: !b.seesEntries(total),
			locked: !b.Withdrawn && state.Status != timesheets.LineRejected,
		}
		if !lines[i].unseen {
			lines[i].ClientName = b.ClientNameOf(total.Number)
		}
		if b.withEntries && lines[i].showsEntries() {
			lines[i].Entries = signing.ToEntries(b.from.Entries[total.Number], b.Rounding, zone, amounts)
		}
	}
	slices.SortStableFunc(lines, func(x, y documentLine) int { return signing.CompareByName(x.Line, y.Line) })
	return lines
}

// showsEntries reports whether a document with entries shows those of the line.
func (l documentLine) showsEntries() bool { return l.locked && !l.unread }

// file writes the document. Errors: as build.
func (b documentBuilder) file(f locale.Formatter, p timesheetpdf.Paper,
	now domain.Instant) (timesheetpdf.File, error) {
	d, err := b.build(now)
	if err != nil {
		return timesheetpdf.File{}, err
	}
	return d.File(f, p, lambdahttp.Fits)
}

// build makes the document. Errors: timesheetdb.ErrSubmissionChanged unless the entries of a
// line have the seconds of the line, because they were read at different moments.
func (b documentBuilder) build(now domain.Instant) (timesheetpdf.Document, error) {
	d := timesheetpdf.Document{
		Logo: b.logo, Workspace: string(b.from.Workspace.Name), Person: string(b.from.User.DisplayName),
		Client:      b.clientNames(),
		PeriodStart: b.PeriodStart, PeriodEnd: b.PeriodEnd, Status: b.Status(), SubmittedAt: &b.SubmittedAt,
		Note: string(b.Note), Seconds: b.Seconds, ChangedAt: b.LastChange(), Signatures: b.signatures(now),
	}
	lines, content, partly := b.lines(), signing.Content{}, false
	for _, l := range lines {
		line := timesheetpdf.OfLine(l.Line)
		line.Status, line.Unseen = l.status, l.unseen
		d.Lines = append(d.Lines, line)
		d.EntriesUnread = d.EntriesUnread || l.unread
		partly = partly || !l.locked
		if l.showsEntries() {
			content.Lines = append(content.Lines, l.Line)
		}
	}
	d.Totals, d.Decisions = totalsOf(lines), b.decisions(lines)
	switch {
	case !b.withEntries:
		return d, nil
	case !content.EntriesAddUp():
		return d, timesheetdb.ErrSubmissionChanged
	case content.HasTooManyEntries():
		d.EntryView = timesheetpdf.EntriesTooMany
	case partly:
		d.EntryView = timesheetpdf.EntriesPartly
	default:
		d.EntryView = timesheetpdf.EntriesShown
	}
	return d, nil
}

// totalsOf are the sums of the amounts by currency; none if an amount is not shown.
func totalsOf(lines []documentLine) (totals []timesheetpdf.Total) {
	sums := map[domain.Currency]int64{}
	for _, l := range lines {
		if l.Amount == nil {
			return nil
		}
		sums[*l.Currency] += *l.Amount
	}
	for _, currency := range slices.Sorted(maps.Keys(sums)) {
		totals = append(totals, timesheetpdf.Total{Currency: currency, Amount: sums[currency]})
	}
	return totals
}

// decisions are the decisions of members, oldest first, with the lines of each.
func (b documentBuilder) decisions(lines []documentLine) (all []timesheetpdf.Decision) {
	indexes := map[int64][]int{}
	for i, l := range lines {
		if l.decision != 0 {
			indexes[l.decision] = append(indexes[l.decision], i)
		}
	}
	for _, version := range slices.Sorted(maps.Keys(indexes)) {
		e, ok := b.Events[version]
		if !ok {
			continue
		}
		d := timesheetpdf.Decision{Status: lines[indexes[version][0]].status, Lines: indexes[version],
			By: string(e.Actor.WithoutName(b.deleted).Name), At: e.At}
		if e.Reason != nil {
			d.Reason = string(*e.Reason)
		}
		all = append(all, d)
	}
	return all
}

// clientNames are the names of the clients of the lines.
func (b documentBuilder) clientNames() string {
	var names []string
	for _, c := range b.clients {
		names = append(names, string(c.Name))
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
