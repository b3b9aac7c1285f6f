// Package timefile reads the files that other time-tracking services export.
package timefile

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"
)

// Row is a time entry of a file.
type Row struct {
	Line        int    // in the file, from 1; the index from 1 in a JSON file
	Key         string // the id of the entry in its source, visible ASCII; "" if the file has none
	Person      Person
	Client      string // "" for none, as are Project and Task
	Project     string
	Task        string
	Tags        []string
	Description string
	Start       time.Time     // zero if the source has no clock times: then Day is set
	Day         time.Time     // midnight in the zone of the file; the day of Start if there is one
	Duration    time.Duration // not negative
	Billable    *bool         // nil if the file does not say
	HourlyRate  *int64        // in minor units of Currency; nil if the file does not say
	// what the file says the entry is worth, as it bills; in minor units of Currency; nil if it does not say
	Amount      *int64
	Currency    string // ISO 4217; "" if the file does not say
	IsInherited bool   // HourlyRate is what the workspace gave at the end; it is no rate of the entry's own
	ExternalID  string // what another system calls the entry; "" for nothing
	Invoice     string // the mark of the invoice that has the entry; "" if it is not invoiced
}

// Person is who worked.
type Person struct {
	Name  string
	Email string // "" if the file does not say
}

// Refused is why a row of a file is left out. It is yielded as an error with its Row. A row whose day
// could be read has its Person and Day.
type Refused struct {
	Line    int
	Reason  string // a sentence for people
	IsTotal bool   // the row is no entry, but a line of totals
}

func (r Refused) Error() string { return r.Reason }

// Options are what a file does not say itself.
type Options struct {
	Zone     *time.Location // of its clock times
	DayFirst *bool          // of dates such as 03/04/2026; nil to find out from the file
	known    []Source       // of Join
	// Sibling opens another file of the same folder by its name, such as "projects.csv" next to
	// entries.csv. Nil if there is no folder. Errors: fs.ErrNotExist, and those of reading.
	Sibling func(name string) (io.ReadCloser, error)
}

// zone is UTC if none is named.
func (o Options) zone() *time.Location {
	if o.Zone == nil {
		return time.UTC
	}
	return o.Zone
}

// DayFirstFlag is the flag of the command for Options.DayFirst, as the errors name it.
const DayFirstFlag = "--day-first"

// ZoneFlag is the flag of the command for Options.Zone, as the errors name it.
const ZoneFlag = "--zone"

// File is an open file that can be read more than once. Its size is in bytes.
type File interface {
	ReadAt(p []byte, off int64) (n int, err error)
	Size() int64
	Name() string
}

// Reader reads the rows of a file, one after the other, so that memory does not grow with
// the file. A row that cannot be used comes as a Refused. Any other error ends the rows: the
// file is not what the source exports.
// A source may have both, files with ids and files without them. Different sources may have the same
// ids.
type Reader func(f File, o Options) iter.Seq2[Row, error]

// reading makes rows of the records of a table.
type reading struct {
	Layout
	heads
	order order
	zone  *time.Location
}

// line is a record of which a row is made.
type line struct {
	reading
	Row
	cells []string
}

// cell is the text of a field, "" without such a column.
func (h heads) cell(cells []string, f Field) string {
	if text := strings.TrimSpace(h.whole(cells, f)); text != h.blank {
		return text
	}
	return ""
}

// whole is the text of a field with the blanks around it.
func (h heads) whole(cells []string, f Field) string {
	if i := h.at[f]; i >= 0 && i < len(cells) {
		return cells[i]
	}
	return ""
}

func (l *line) cell(f Field) string {
	if of := l.linked[f]; of != nil {
		return strings.TrimSpace(of(l.titled))
	}
	return l.heads.cell(l.cells, f)
}

// titled is the cell with a title.
func (l *line) titled(title string) string {
	if i := slices.Index(l.titles, title); i >= 0 {
		return l.cells[i]
	}
	return ""
}

// read makes the row. Errors: Refused.
func (l *line) read() error {
	l.Key = l.cell(FieldID)
	if len(l.cells) != len(l.titles) {
		return l.refuse("has %d cells, and the header has %d", len(l.cells), len(l.titles))
	}
	l.readWhat()
	l.Day = l.dayIn()
	if why, ok := l.LeaveOut[strings.ToLower(l.cell(FieldKind))]; ok {
		return l.refuse("%s", why)
	}
	if err := l.readTime(); err != nil {
		return err
	}
	return l.readMoney()
}

func (r Row) refuse(format string, args ...any) error {
	return Refused{Line: r.Line, Reason: fmt.Sprintf(format, args...)}
}

// readWhat reads who did what.
func (l *line) readWhat() {
	text := func(f Field) string { return l.cleaned(l.cell(f)) }
	l.Person = Person{Name: text(FieldPerson), Email: text(FieldEmail)}
	if full := strings.TrimSpace(text(FieldFirstName) + " " + text(FieldLastName)); full != "" {
		l.Person.Name = full
	}
	l.Client, l.Project, l.Task, l.Description = text(FieldClient), text(FieldProject), text(FieldTask),
		text(FieldDescription)
	if l.Exact {
		l.Description = l.cleaned(l.whole(l.cells, FieldDescription))
	}
	for tag := range strings.SplitSeq(l.cell(FieldTags), cmp.Or(l.Separator, ", ")) {
		if tag = strings.TrimSpace(l.cleaned(tag)); tag != "" {
			l.Tags = append(l.Tags, tag)
		}
	}
}

// yesWords and noWords say whether time is billable. They are those of Toggl, Clockify, Harvest and
// solidtime, and of all languages of Kimai: translations/messages.*.xlf, yes and no.
const (
	yesWords = "yes true 1 y billable ja oui sí sì si sim tak ano áno да так da kyllä igen evet jes bai はい 是 예 نعم " +
		"بله כן ναι ya ਹਾਂ đúng"
	noWords = "no false 0 n non-billable nein non não nie nee nej nei ne nem ei nu нет ні hayır ez いいえ 否 아니오 لا خیر " +
		"לא όχι tidak ਨਹੀਂ không"
)

// billableWords are both, in lower case.
var billableWords = func() map[string]bool {
	all := map[string]bool{"not billable": false}
	for _, word := range strings.Fields(yesWords) {
		all[word] = true
	}
	for _, word := range strings.Fields(noWords) {
		all[word] = false
	}
	return all
}()

// readMoney reads what the time costs.
func (l *line) readMoney() error {
	word := strings.ToLower(l.cell(FieldBillable))
	billable, isKnown := billableWords[word]
	switch {
	case isKnown:
		l.Billable = &billable
	case word == "" && l.EmptyIsNo && l.at[FieldBillable] >= 0:
		l.Billable = new(false)
	case word != "":
		return l.refuse("%q does not say whether the time is billable", word)
	}
	l.Currency = l.currency
	if c := ParseCurrency(l.cell(FieldCurrency)); c != "" {
		l.Currency = c
	}
	for _, f := range []Field{FieldRate, FieldAmount, FieldFixed} {
		if l.Currency == "" {
			l.Currency = currencyOf(l.cell(f))
		}
	}
	return l.readRate()
}
