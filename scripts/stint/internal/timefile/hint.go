package timefile

import (
	"fmt"
	"slices"
)

// hint names the service whose columns a header has.
func hint(not layout, header []string) string {
	for _, other := range csvLayouts() {
		if other.title != not.title && other.fits(header) {
			return fmt.Sprintf(". It looks like %s: use %q", other.title, "stint import "+other.source)
		}
	}
	return ""
}

type sourceLayout struct {
	source string
	layout
}

// csvLayouts are the layouts of the services.
func csvLayouts() []sourceLayout {
	return []sourceLayout{
		{"toggl", togglLayout}, {"clockify", clockifyLayout}, {"harvest", harvestLayout}, {"kimai", kimaiLayout}, {"solidtime", solidtimeLayout},
	}
}

// knownLayouts are the layouts of the services, if a table should have one of some.
func knownLayouts(expected []layout) (all []layout) {
	if len(expected) == 0 {
		return nil
	}
	for _, l := range csvLayouts() {
		all = append(all, l.layout)
	}
	return all
}

// fitsOne reports whether a header has what one of the layouts needs.
func fitsOne(layouts []layout, header []string) bool {
	return slices.ContainsFunc(layouts, func(l layout) bool { return l.fits(header) })
}
