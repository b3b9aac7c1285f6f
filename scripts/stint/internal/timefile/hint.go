package timefile

import "fmt"

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
