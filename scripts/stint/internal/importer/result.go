package importer

// Result is what an import did.
type Result struct {
	Created   int       `json:"created"`
	Changed   int       `json:"changed"`
	Unchanged int       `json:"unchanged"`
	Deleted   int       `json:"deleted"`
	Refused   []LeftOut `json:"refused"` // rows that the service did not take
	// RefusedRecords are the records that the service did not take and for which no row is refused.
	RefusedRecords []RefusedRecord `json:"refused_records"`

	Seconds     int64        `json:"seconds"`  // of the entries in the files
	LeftOut     int          `json:"left_out"` // rows that the plan left out
	Compared    string       `json:"compared"`
	Differences []Difference `json:"differences"`
	// Inexact are the amounts of the files that its hours and rates do not make, as the plan said.
	Inexact    []Difference   `json:"inexact"`
	Amounts    ComparedRows   `json:"amounts"`
	Missing    MissingEntries `json:"missing"` // entries that the files no longer have and that stay
	Timesheets Timesheets     `json:"timesheets"`
}

// ComparedRows are the rows with rates or amounts.
type ComparedRows struct {
	Compared    int `json:"compared"`
	NotCompared int `json:"not_compared"` // in another currency, or of a user who may not set rates
}

// Failed reports whether something is not as the files and the plan say.
func (r Result) Failed() bool { return len(r.Differences)+len(r.Refused)+len(r.RefusedRecords) > 0 }

// Nothing is the result of an import that has nothing to write.
func (x *Import) Nothing() Result {
	result := Result{
		Refused: []LeftOut{}, RefusedRecords: []RefusedRecord{}, Differences: []Difference{}, Inexact: []Difference{}, Timesheets: Timesheets{LeftOut: []LeftOut{}},
		Seconds: x.Plan.Entries.Seconds, Missing: x.Plan.Missing,
		Amounts: ComparedRows{x.catalog.money.taken, x.catalog.money.notTaken()},
	}
	for _, l := range x.Plan.LeftOut {
		result.LeftOut += l.Rows
	}
	return result
}
