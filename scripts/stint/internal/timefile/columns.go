package timefile

// field is what a column says.
type field int

const (
	fieldID field = iota
	fieldPerson
	fieldFirstName
	fieldLastName
	fieldEmail
	fieldClient
	fieldProject
	fieldTask
	fieldTags
	fieldDescription
	fieldDate    // of the start
	fieldStart   // a time of day, or a date and a time
	fieldEndDate // without the column: the end is within 24 hours of the start
	fieldEnd
	fieldDuration // 1:30:00, 1:30, 1.5 or 1h 30m
	fieldHours    // for rows without a duration
	fieldSeconds  // wins over both
	fieldBillable
	fieldRate      // per hour
	fieldRateMinor // per hour, in minor units
	fieldFixed     // a price that does not depend on the duration
	fieldAmount
	fieldCurrency
	fieldKind // what kind of entry it is
	fields    // how many there are
)

// column says under which titles a field is found. Case, and _ for a space, do not count. Of
// several titles in a file the first one in this list is read. A title with (*) has a currency
// there: "amount (*)" is found as "Amount (EUR)".
type column struct {
	field  field
	titles []string
}

// layout is how a service writes a CSV file.
type layout struct {
	title   string // of the file, for errors: "a detailed report of Clockify"
	columns []column
	needs   [][]field // of each list, the file has at least one

	foreign     []string            // titles that only other services have
	optionalEnd bool                // a row without an end has a duration; in other files its timer runs
	separator   string              // between tags; "" for ", "
	blank       string              // what an empty cell has, such as "-"
	inSeconds   bool                // a duration that is a whole number can be seconds
	emptyIsNo   bool                // an empty cell says that time is not billable
	clean       func(string) string // takes back what a service does to text against formulas; may be nil
	leaveOut    map[string]string   // kinds in lower case whose rows are left out, with the reason
	exact       bool                // blanks around a description are its own
}

// cleaned is a text without what a service does to it against formulas.
func (l layout) cleaned(text string) string {
	if l.clean == nil {
		return text
	}
	return l.clean(text)
}
