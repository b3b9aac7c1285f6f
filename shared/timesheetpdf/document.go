// Package timesheetpdf writes timesheets as PDF documents. The same document in the same
// language and on the same paper is always the same bytes.
package timesheetpdf

import (
	"strings"

	"codeberg.org/go-pdf/fpdf"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
)

// Document is what the PDF of a timesheet shows. It is made by OfLink, or by a function
// that shows the submission to a member.
type Document struct {
	Logo          []byte // of the workspace, as PNG; nil for none
	Workspace     string
	Person        string // whose time it is
	Client        string // "" shows none
	PeriodStart   domain.Date
	PeriodEnd     domain.Date // included
	Status        timesheets.SubmissionStatus
	SubmittedAt   *domain.Instant // nil shows none
	Note          string
	Lines         []Line
	Seconds       int64          // of all lines
	Totals        []Total        // one for each currency; empty if an amount is not shown
	EntryView     EntryView      // whether Lines have their entries
	EntriesUnread bool           // whether entries are left out because the reader may not see them
	Decisions     []Decision     // of members on lines
	Signatures    []Signature    // of clients
	Unsigned      *Unsigned      // what a client has not signed yet; nil shows nothing
	ChangedAt     domain.Instant // the moment of the state that is shown

	hours []timesheets.DayHours // of the entries, also when these are too many to be shown
}

// Line is a line of the timesheet.
type Line struct {
	Project, Task string // "" is none
	Client        string // of the project; "" is none, or not known
	Unseen        bool   // whether the reader may not see the project: it has no name here
	Billable      bool
	Seconds       int64
	Amount        *int64 // minor units of Currency; nil shows none
	Currency      domain.Currency
	Status        timesheets.LineStatus // "" shows none
	Entries       []Entry               // by start
}

// Entry is an entry of a line.
type Entry struct {
	Day         domain.Date
	Description string
	Seconds     int64
	Amount      *int64 // minor units of the line's currency; nil shows none
}

// EntryView says whether a document shows the entries of its lines.
type EntryView int

// Whether a document shows entries.
const (
	EntriesHidden  EntryView = iota
	EntriesShown             // by day
	EntriesPartly            // by day, and the document says that some can change and are left out
	EntriesTooMany           // they are left out, and the document says so
)

// Total is the sum of the lines in one currency.
type Total struct {
	Currency domain.Currency
	Amount   int64 // minor units
}

// Decision is the decision of a member on some lines.
type Decision struct {
	Status timesheets.LineStatus // approved or rejected
	Lines  []int                 // indexes of the document's lines, in order
	By     string
	At     domain.Instant
	Reason string
}

// Signature is the decision of a client.
type Signature struct {
	Decision    timesheets.LinkDecision
	Name        string
	Email       string // "" shows none
	Client      string // whose lines were shown; "" shows none
	IsPart      bool   // whether the document may have more lines than the client was shown
	At          domain.Instant
	Reason      string
	Attestation string // what the client declared, in the words that were shown; "" shows none
	English     string // the same in English, unless it is that; "" shows none
	Language    string // of Attestation; "" is that of the document
	Seconds     *int64 // of the lines that the client was shown; nil shows none
	Amount      *int64 // of these lines, in minor units of Currency; nil shows none
	Currency    domain.Currency
	IsReplaced  bool   // whether the client decided again later
	SHA256      string // of the content that was shown, in hex
}

// Unsigned is the content of a link without a decision.
type Unsigned struct {
	Attestation string // in the language of the document
	SHA256      string // of the content, in hex
}

// maxEntriesSize bounds the entries of a document, in bytes of text. Every printed line
// counts as sizePerLine more, because it costs time and space by itself. It is about the size
// of the largest timesheet with short names and descriptions.
const (
	maxEntriesSize = 2_500_000
	sizePerLine    = 40
)

// hasTooManyEntries reports whether the entries are too many for a document. It counts what
// each is printed with: its description, its line breaks and the names of its line.
func (d Document) hasTooManyEntries() bool {
	size := 0
	for _, l := range d.Lines {
		names := len(l.Project) + len(l.Task)
		for _, e := range l.Entries {
			lines := 1 + min(strings.Count(e.Description, "\n"), maxParagraphs)
			size += names + len(e.Description) + lines*sizePerLine
		}
	}
	return size > maxEntriesSize
}

func (d Document) hasEntries() bool {
	for _, l := range d.Lines {
		if len(l.Entries) > 0 {
			return true
		}
	}
	return false
}

// withoutEntries is the document without its entries, which says so.
func (d Document) withoutEntries() Document {
	lines := make([]Line, len(d.Lines))
	for i, l := range d.Lines {
		l.Entries = nil
		lines[i] = l
	}
	d.Lines, d.EntryView = lines, EntriesTooMany
	return d
}

// Paper is the size of the pages.
type Paper string

// The sizes of pages. The zero value is A4.
const (
	A4       Paper = "a4"
	American Paper = "letter"
)

// millimetres is the size of a page in portrait format.
func (p Paper) millimetres() fpdf.SizeType {
	if p == American {
		return fpdf.SizeType{Wd: 215.9, Ht: 279.4}
	}
	return fpdf.SizeType{Wd: 210, Ht: 297}
}
