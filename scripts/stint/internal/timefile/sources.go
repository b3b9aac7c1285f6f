package timefile

// Source is a service whose export files can be read.
type Source struct {
	Name     string // as the command names it: "toggl"
	Title    string // as people write it: "Toggl Track"
	HasClock bool   // whether its entries have clock times; with false, all have only a day
	Help     string // which file to export, and where; one sentence or a few
	Read     Reader
}

// Sources are all services, in the order of help texts.
func Sources() []Source {
	return []Source{
		{Name: "toggl", Title: "Toggl Track", HasClock: true, Read: readToggl,
			Help: "Reports > Detailed > Export > CSV, for all users; or time_entries.json of Settings > Data export."},
		{Name: "clockify", Title: "Clockify", HasClock: true, Read: readClockify,
			Help: "Reports > Detailed > Export > Save as CSV, with the interface in English."},
		{Name: "harvest", Title: "Harvest", HasClock: false, Read: readHarvest,
			Help: "Reports > Detailed time > Export > CSV."},
		{Name: "kimai", Title: "Kimai", HasClock: true, Read: readKimai,
			Help: "Reporting > Export > CSV, in English or German; or JSON of the API's timesheets."},
		{Name: "solidtime", Title: "solidtime", HasClock: true, Read: readSolidtime,
			Help: "Reporting > Detailed > Export > CSV; or the ZIP file of Settings > Export."},
		{Name: "csv", Title: "CSV", HasClock: true, Read: readCSV,
			Help: "entries.csv of stint export, or a table with a header such as date,hours,project,description."},
	}
}

// Find returns the source with a name.
func Find(name string) (Source, bool) {
	for _, s := range Sources() {
		if s.Name == name {
			return s, true
		}
	}
	return Source{}, false
}
