package growth

import (
	"fmt"
	"regexp"
	"strings"
)

// Page are the rows of the table of docs/scaling.md, by their kind.
type Page map[string][3]string // how reads, writes and the size grow

var pageRow = regexp.MustCompile("^\\| `([^`]+)` (.*) \\|$")

// ReadPage reads the table after a heading.
func ReadPage(text, heading string) (Page, error) {
	_, section, found := strings.Cut(text, "\n"+heading+"\n")
	if !found {
		return nil, fmt.Errorf("the page has no %q", heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	page := Page{}
	for line := range strings.Lines(section) {
		m := pageRow.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		if cells := strings.Split(m[2], " | "); len(cells) == 8 { // the first one begins with "| "
			page[m[1]] = [3]string{cells[1], cells[3], cells[6]}
		}
	}
	return page, nil
}

// Check lists what grows faster than the page says.
func (p Page) Check(rows []Row) (faster []string) {
	for _, r := range rows {
		says := p[r.Kind] // nothing, if there is no such row
		got := [3]string{string(r.ReadGrowth), string(r.WriteGrowth), r.sizeGrowth()}
		for i, what := range []string{"reads", "writes", "size"} {
			if rank(got[i]) > rank(says[i]) || strings.HasSuffix(got[i], timely) && !strings.HasSuffix(says[i], timely) {
				faster = append(faster, fmt.Sprintf("the %s of %s grow: %s, and the page says %q", what, r.Kind, got[i], says[i]))
			}
		}
	}
	return faster
}

// rank orders kinds of growth.
func rank(growth string) int {
	growth = strings.TrimSuffix(growth, timely)
	return map[string]int{"": 0, string(Nothing): 0, string(Constant): 1, string(WithPeople): 2, string(Faster): 3}[growth]
}
