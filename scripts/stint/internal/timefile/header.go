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
