package timefile

import (
	"slices"
	"strings"
	"time"
)

// Source is a service whose export files can be read.
type Source struct {
	Name     string // as the command names it: "toggl"
	Title    string // as people write it: "Toggl Track"
	HasClock bool   // whether its entries have clock times; with false, all have only a day
	Help     string // which file to export, and where; one sentence or a few
	Read     Reader
	layout   layout // of its CSV files; none for tables of no service
}

// Sources are all services, in the order of help texts.
func Sources() []Source {
	return []Source{
		{Name: "toggl", Title: "Toggl Track", HasClock: true, Read: readToggl, layout: togglLayout,
			Help: "In Toggl: Admin > Settings > Data export > Export time entries, one year after the other; or Reports > " +
				"Detailed > Export > CSV or Excel."},
		{Name: "clockify", Title: "Clockify", HasClock: true, Read: clockifyLayout.readFile, layout: clockifyLayout,
			Help: "In Clockify, in English: Reports > Time > Detailed > Export > Save as CSV or Excel."},
		{Name: "harvest", Title: "Harvest", HasClock: false, Read: harvestLayout.readFile, layout: harvestLayout,
			Help: "In Harvest: Settings > Import/Export > Export all time; or the detailed time report as CSV or Excel."},
		{Name: "kimai", Title: "Kimai", HasClock: true, Read: readKimai, layout: kimaiLayout,
			Help: "In Kimai: Export > CSV or Excel; or JSON of GET /api/timesheets?full=true."},
		{Name: "solidtime", Title: "solidtime", HasClock: true, Read: readSolidtime, layout: solidtimeLayout,
			Help: "In solidtime: Export, below Admin, which has addresses and rates; or Reporting > Detailed > Export > CSV " +
				"or Excel."},
		{Name: "csv", Title: "CSV", HasClock: true, Read: readCSV,
			Help: "The export of a workspace's entries, entries.csv of stint export, or a table with a header such as " +
				"date,hours,project,description."},
	}
}

// Find returns the source with a name.
func Find(name string) (Source, bool) {
	all := Sources()
	if i := slices.IndexFunc(all, func(s Source) bool { return s.Name == name }); i >= 0 {
		return all[i], true
	}
	return Source{}, false
}

// stamp is a moment as a file writes it: with an offset from UTC, or on the wall of a zone.
type stamp struct {
	wall
	at time.Time // zero without an offset
}

// parseStamp reads a time of day, or a date and a time, with or without an offset. date is the
// cell for times without a date; it may be "".
func parseStamp(text, date string, o order) (stamp, bool) {
	text = strings.TrimSpace(text)
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05Z07:00",
		"2006-01-02 15:04:05 -0700"} {
		if at, err := time.Parse(layout, text); err == nil {
			return stamp{at: at.Truncate(time.Second)}, at.Year() >= firstYear && at.Year() <= lastYear
		}
	}
	word, clock := dateWord(text), ""
	if len(word) < len(text) && strings.ContainsAny(word, "-/.") {
		clock = text[len(word)+1:]
	} else {
		word, clock = date, text
	}
	day, ok := parseDate(strings.TrimSpace(word), o)
	if !ok {
		return stamp{}, false
	}
	w, ok := parseClock(clock)
	w.day = day
	return stamp{wall: w}, ok
}

// moments are when it can be.
func (s stamp) moments(zone *time.Location) []time.Time {
	if s.at.IsZero() {
		return s.instants(zone)
	}
	return []time.Time{s.at.In(zone)}
}
