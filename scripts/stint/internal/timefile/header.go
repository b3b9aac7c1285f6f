package timefile

import (
	"fmt"
	"slices"
	"strings"
)

// heads are where the fields are in a record: an index, or -1.
type heads struct {
	at       [fields]int
	cells    int    // in the header
	currency string // of the titles
	blank    string // what an empty cell has
}

// find finds the fields in a header. Errors: a needed column is missing.
func (l layout) find(header []string) (heads, error) {
	h := l.locate(header)
	for _, title := range header {
		if slices.Contains(l.foreign, plainTitle(title)) {
			return h, fmt.Errorf("the file is not %s: that has no column %q%s", l.title, title, hint(l, header))
		}
	}
	for _, list := range l.needs {
		if !h.hasOne(list) {
			return h, l.missing(list, header)
		}
	}
	return h, nil
}

// locate finds the fields in a header, as far as they are there.
func (l layout) locate(header []string) heads {
	h := heads{cells: len(header), blank: l.blank}
	for f := range h.at {
		h.at[f] = -1
	}
	for _, c := range l.columns {
		for _, title := range c.titles {
			if h.at[c.field] >= 0 {
				break
			}
			h.look(c.field, title, header)
		}
	}
	return h
}

// fits reports whether a header has all that is needed, and nothing foreign.
func (l layout) fits(header []string) bool {
	if len(header) > maxColumns {
		return false
	}
	if slices.ContainsFunc(header, func(title string) bool { return slices.Contains(l.foreign, plainTitle(title)) }) {
		return false
	}
	h := l.locate(header)
	return !slices.ContainsFunc(l.needs, func(list []field) bool { return !h.hasOne(list) })
}

func (h *heads) look(f field, title string, header []string) {
	before, after, hasCurrency := strings.Cut(title, "*")
	for i, found := range header {
		found = plainTitle(found)
		if found == title {
			h.at[f] = i
			return
		}
		if hasCurrency && len(found) > len(title) && strings.HasPrefix(found, before) && strings.HasSuffix(found, after) {
			h.at[f] = i
			h.currency = parseCurrency(strings.TrimSuffix(strings.TrimPrefix(found, before), after))
			return
		}
	}
}

func (h *heads) hasOne(list []field) bool {
	return slices.ContainsFunc(list, func(f field) bool { return h.at[f] >= 0 })
}

func plainTitle(title string) string {
	return strings.Join(strings.Fields(strings.ToLower(strings.ReplaceAll(title, "_", " "))), " ")
}

// missing says which column is missing, and which there are.
func (l layout) missing(list []field, header []string) error {
	var titles []string
	for _, f := range list {
		for _, c := range l.columns {
			if c.field == f {
				titles = append(titles, fmt.Sprintf("%q", c.titles[0]))
			}
		}
	}
	found := make([]string, len(header))
	for i, title := range header {
		found[i] = fmt.Sprintf("%q", title)
	}
	return fmt.Errorf("the file is not %s: the column %s is missing. The columns are %s%s",
		l.title, strings.Join(titles, " or "), strings.Join(found, ", "), hint(l, header))
}

// hint names the service whose columns a header has.
func hint(not layout, header []string) string {
	for _, other := range Sources() {
		if l := other.layout; l.title != "" && l.title != not.title && l.fits(header) {
			return fmt.Sprintf(". It looks like %s: use %q", l.title, "stint import "+other.Name)
		}
	}
	return ""
}

// knownLayouts are the layouts of the services, if a table should have one of some.
func knownLayouts(expected []layout) (all []layout) {
	if len(expected) == 0 {
		return nil
	}
	for _, s := range Sources() {
		if s.layout.title != "" {
			all = append(all, s.layout)
		}
	}
	return all
}

// fitsOne reports whether a header has what one of the layouts needs.
func fitsOne(layouts []layout, header []string) bool {
	return slices.ContainsFunc(layouts, func(l layout) bool { return l.fits(header) })
}

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
