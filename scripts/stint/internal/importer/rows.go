package importer

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/timefile"
)

// item is a row that is imported.
type item struct {
	timefile.Row
	refused *timefile.Refused // why it is left out; nil for a row that is imported
	line    string            // with the name of the file
	file    int32             // its index
	id      uuid.UUID         // of the entry, once it is known
	user    uuid.UUID         // uuid.Nil for a person who is no member
	seconds int64

	emptiedTags int       // tags that show nothing
	from        time.Time // zero for a row without a clock time, until it has one
}

func (i item) to() time.Time { return i.from.Add(time.Duration(i.seconds) * time.Second) }

// rows reads the rows of all files once more, also those that are left out.
func (d *destination) rows() iter.Seq2[item, error] {
	return func(yield func(item, error) bool) {
		for n, file := range d.options.Files {
			for row, err := range d.options.Source.Read(file, d.readingOf(file)) {
				i, err := d.itemOf(file, row, err)
				i.file = int32(n) // #nosec G115 -- files that a person names
				if !yield(i, err) || err != nil {
					return
				}
			}
		}
	}
}

// readingOf is how a file is read.
func (d *destination) readingOf(file timefile.File) timefile.Options {
	sibling := func(name string) (io.ReadCloser, error) {
		return os.Open(filepath.Join(filepath.Dir(file.Name()), filepath.Base(name)))
	}
	return timefile.Options{Zone: d.options.Zone, DayFirst: d.options.DayFirst, Sibling: sibling}
}

func (d *destination) itemOf(file timefile.File, row timefile.Row, err error) (item, error) {
	refused, isRefused := errors.AsType[timefile.Refused](err)
	if err != nil && !isRefused {
		return item{}, fmt.Errorf("%s: %w", file.Name(), err)
	}
	row.Line = cmp.Or(row.Line, refused.Line)
	i := item{Row: row.Cleaned(), line: fmt.Sprintf("%s:%d", file.Name(), row.Line)}
	var isMember bool
	if i.user, isMember = d.people.userOf(row.Person); isRefused {
		i.refused = &refused
		return i, nil
	}
	i.seconds = int64(row.Duration.Round(time.Second) / time.Second)
	if !row.Start.IsZero() {
		i.from = row.Start.Truncate(time.Second)
	}
	i.emptiedTags = len(row.Tags) - len(i.Tags)
	reason := reasonAgainstEmptied(row, i.Row)
	if reason == "" {
		if err := d.addClient(&i.Row); err != nil {
			return i, err
		}
		reason = d.reasonAgainst(i.Row)
	}
	if reason != "" {
		i.refused = &timefile.Refused{Line: row.Line, Reason: reason}
	} else if !isMember {
		i.refused = unmapped
	}
	return i, nil
}

// unmapped is the reason of rows whose person is no member. The plan lists these people.
var unmapped = &timefile.Refused{Reason: "the person is not mapped to a member"}
