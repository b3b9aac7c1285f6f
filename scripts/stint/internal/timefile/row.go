// Package timefile reads the files that other time-tracking services export.
package timefile

import (
	"io"
	"iter"
	"time"
)

// Row is a time entry of a file.
type Row struct {
	Line        int    // in the file, from 1; the index from 1 in a JSON file
	Key         string // the id of the entry in its source, visible ASCII; "" if the file has none
	Person      Person
	Client      string // "" for none, as are Project and Task
	Project     string
	Task        string
	Tags        []string
	Description string
	Start       time.Time     // zero if the source has no clock times: then Day is set
	Day         time.Time     // midnight in the zone of the file; the day of Start if there is one
	Duration    time.Duration // not negative
	Billable    *bool         // nil if the file does not say
	HourlyRate  *int64        // in minor units of Currency; nil if the file does not say
	Amount      *int64        // what the file says the entry is worth, as it bills; in minor units of Currency; nil if it does not say
	Currency    string        // ISO 4217; "" if the file does not say
	IsInherited bool          // HourlyRate is what the workspace gave at the end; it is no rate of the entry's own
	ExternalID  string        // what another system calls the entry; "" for nothing
}

// Person is who worked.
type Person struct {
	Name  string
	Email string // "" if the file does not say
}

// Refused is why a row of a file is left out. It is yielded as an error with its Row. A row whose day
// could be read has its Person and Day.
type Refused struct {
	Line    int
	Reason  string // a sentence for people
	IsTotal bool   // the row is no entry, but a line of totals
}

func (r Refused) Error() string { return r.Reason }

// Options are what a file does not say itself.
type Options struct {
	Zone     *time.Location // of its clock times
	DayFirst *bool          // of dates such as 03/04/2026; nil to find out from the file
	// Sibling opens another file of the same folder by its name, such as "projects.csv" next to
	// entries.csv. Nil if there is no folder. Errors: fs.ErrNotExist, and those of reading.
	Sibling func(name string) (io.ReadCloser, error)
}

// DayFirstFlag is the flag of the command for Options.DayFirst, as the errors name it.
const DayFirstFlag = "--day-first"

// ZoneFlag is the flag of the command for Options.Zone, as the errors name it.
const ZoneFlag = "--zone"

// File is an open file that can be read more than once. Its size is in bytes.
type File interface {
	ReadAt(p []byte, off int64) (n int, err error)
	Size() int64
	Name() string
}

// Reader reads the rows of a file, one after the other, so that memory does not grow with
// the file. A row that cannot be used comes as a Refused. Any other error ends the rows: the
// file is not what the source exports.
// A source may have both, files with ids and files without them. Different sources may have the same
// ids.
type Reader func(f File, o Options) iter.Seq2[Row, error]
