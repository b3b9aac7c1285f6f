package timesheetpdf

import "strings"

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
