package timefile

import "iter"

// Field is what a column says.
type Field int

// The fields of a table.
const (
	FieldID Field = iota
	FieldPerson
	FieldFirstName
	FieldLastName
	FieldEmail
	FieldClient
	FieldProject
	FieldTask
	FieldTags
	FieldDescription
	FieldDate    // of the start
	FieldStart   // a time of day, or a date and a time
	FieldEndDate // without the column: the end is within 24 hours of the start
	FieldEnd
	FieldDuration // 1:30:00, 1:30, 1.5 or 1h 30m
	FieldHours    // for rows without a duration
	FieldSeconds  // wins over both
	FieldBillable
	FieldRate      // per hour
	FieldRateMinor // per hour, in minor units
	FieldFixed     // a price that does not depend on the duration
	FieldAmount
	FieldCurrency
	FieldKind // what kind of entry it is
	fields    // how many there are
)

// Columns are the titles under which the fields are found. Case, and _ for a space, do not count. Of
// several titles in a file the first one in its list is read. A title with (*) has a currency
// there: "amount (*)" is found as "Amount (EUR)".
type Columns map[Field][]string

// Layout is how a service writes a CSV file.
type Layout struct {
	Title   string // of the file, for errors: "a detailed report of Clockify"
	Columns Columns
	Needs   [][]Field // of each list, the file has at least one

	Foreign     []string                     // titles that only other services have
	OptionalEnd bool                         // a row without an end has a duration; in other files its timer runs
	Separator   string                       // between tags; "" for ", "
	Blank       string                       // what an empty cell has, such as "-"
	InSeconds   bool                         // a duration that is a whole number can be seconds
	EmptyIsNo   bool                         // an empty cell says that time is not billable
	Clean       func(string) string          // takes back what a service does to text against formulas; may be nil
	LeaveOut    map[string]string            // kinds in lower case whose rows are left out, with the reason
	Exact       bool                         // blanks around a description are its own
	linked      map[Field]func(cells) string // of Links: fields that are in other tables
	// Skip says of a line with cells that it is no row, such as one of totals; may be nil.
	Skip func(cells []string) bool
}

// cleaned is a text without what a service does to it against formulas.
func (l Layout) cleaned(text string) string {
	if l.Clean == nil {
		return text
	}
	return l.Clean(text)
}

// Source is a service whose export files can be read.
type Source struct {
	Name     string // as the command names it: "toggl"
	Title    string // as people write it: "Toggl Track"
	HasClock bool   // whether its entries have clock times; with false, all have only a day
	IsFolder bool   // whether it reads folders instead of files
	Help     string // which file to export, and where; one sentence or a few
	Read     Reader
	Layout   Layout // by which a table is known to be its own; without a title for tables of no service
}

// Join makes sources that know each other, for the errors of files that another of them reads.
func Join(all ...Source) []Source {
	known := append([]Source{}, all...)
	for i, s := range known {
		all[i].Read = func(f File, o Options) iter.Seq2[Row, error] {
			o.known = known
			return s.Read(f, o)
		}
	}
	return all
}
