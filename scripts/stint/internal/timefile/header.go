package timefile

import (
	"fmt"
	"slices"
	"strings"
)

// heads are where the fields are in a record: an index, or -1.
type heads struct {
	at       [fields]int
	titles   []string
	currency string // of the titles
	blank    string // what an empty cell has
}

// find finds the fields in a header. Errors: a needed column is missing.
func (l Layout) find(header []string, known []Source) (heads, error) {
	h := l.locate(header)
	foreign, missing := l.misfits(header, h)
	switch {
	case foreign != "":
		return h, fmt.Errorf("the file is not %s: that has no column %q%s", l.Title, foreign, hint(l, header, known))
	case missing != nil:
		return h, l.missing(missing, header, known)
	}
	return h, nil
}

// misfits are a title in a header that only other services have, and fields of which the layout needs one and the
// header has none.
func (l Layout) misfits(header []string, h heads) (foreign string, missing []Field) {
	isForeign := func(title string) bool { return slices.Contains(l.Foreign, plainTitle(title)) }
	if at := slices.IndexFunc(header, isForeign); at >= 0 {
		foreign = header[at]
	}
	for _, list := range l.Needs {
		if missing == nil && !slices.ContainsFunc(list, func(f Field) bool { return h.at[f] >= 0 }) {
			missing = list
		}
	}
	return foreign, missing
}

// locate finds the fields in a header, as far as they are there.
func (l Layout) locate(header []string) heads {
	h := heads{titles: header, blank: l.Blank}
	for f := range h.at {
		h.at[f] = -1
	}
	for f := range fields {
		for _, title := range l.Columns[f] {
			if h.at[f] < 0 {
				h.look(f, title, header)
			}
		}
	}
	return h
}

// fits reports whether a header has all that is needed, and nothing foreign.
func (l Layout) fits(header []string) bool {
	if len(header) > maxColumns {
		return false
	}
	foreign, missing := l.misfits(header, l.locate(header))
	return foreign == "" && missing == nil
}

func (h *heads) look(f Field, title string, header []string) {
	before, after, hasCurrency := strings.Cut(title, "*")
	for i, found := range header {
		found = plainTitle(found)
		if found == title {
			h.at[f] = i
			return
		}
		if hasCurrency && len(found) > len(title) && strings.HasPrefix(found, before) && strings.HasSuffix(found, after) {
			h.at[f] = i
			h.currency = ParseCurrency(strings.TrimSuffix(strings.TrimPrefix(found, before), after))
			return
		}
	}
}

func plainTitle(title string) string {
	return strings.Join(strings.Fields(strings.ToLower(strings.ReplaceAll(title, "_", " "))), " ")
}

// missing says which column is missing, and which there are.
func (l Layout) missing(list []Field, header []string, known []Source) error {
	var titles []string
	for _, f := range list {
		if all := l.Columns[f]; len(all) > 0 {
			titles = append(titles, fmt.Sprintf("%q", all[0]))
		}
	}
	found := make([]string, len(header))
	for i, title := range header {
		found[i] = fmt.Sprintf("%q", title)
	}
	return fmt.Errorf("the file is not %s: the column %s is missing. The columns are %s%s",
		l.Title, strings.Join(titles, " or "), strings.Join(found, ", "), hint(l, header, known))
}

// hint names the service whose columns a header has.
func hint(not Layout, header []string, known []Source) string {
	for _, s := range known {
		if l := s.Layout; l.Title != "" && l.Title != not.Title && l.fits(header) {
			return fmt.Sprintf(". It looks like %s: use %q", l.Title, "stint import "+s.Name)
		}
	}
	return ""
}

// layoutsOf are the layouts of the services.
func layoutsOf(known []Source) (all []Layout) {
	for _, s := range known {
		if s.Layout.Title != "" {
			all = append(all, s.Layout)
		}
	}
	return all
}

// fitsOne reports whether a header has what one of the layouts needs.
func fitsOne(layouts []Layout, header []string) bool {
	return slices.ContainsFunc(layouts, func(l Layout) bool { return l.fits(header) })
}
