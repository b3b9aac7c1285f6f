package importer

import (
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
	line    string    // with the name of the file
	file    int32     // its index
	id      uuid.UUID // of the entry, once it is known
	user    uuid.UUID
	seconds int64

	emptiedTags int       // tags that show nothing
	from        time.Time // zero for a row without a clock time, until it has one
}

func (i item) to() time.Time { return i.from.Add(time.Duration(i.seconds) * time.Second) }

// rows reads the rows of all files once more. Rows that are left out come as timefile.Refused.
func (x *destination) rows() iter.Seq2[item, error] {
	return func(yield func(item, error) bool) {
		for n, file := range x.options.Files {
			for row, err := range x.options.Source.Read(file, x.readingOf(file)) {
				i, err := x.itemOf(file, row, err)
				i.file = int32(n) // #nosec G115 -- files that a person names
				_, refused := errors.AsType[timefile.Refused](err)
				if !yield(i, err) || err != nil && !refused {
					return
				}
			}
		}
	}
}

// readingOf is how a file is read.
func (x *destination) readingOf(file timefile.File) timefile.Options {
	sibling := func(name string) (io.ReadCloser, error) {
		return os.Open(filepath.Join(filepath.Dir(file.Name()), filepath.Base(name)))
	}
	return timefile.Options{Zone: x.options.Zone, DayFirst: x.options.DayFirst, Sibling: sibling}
}

func (x *destination) itemOf(file timefile.File, row timefile.Row, err error) (item, error) {
	refused, isRefused := errors.AsType[timefile.Refused](err)
	if isRefused && row.Line == 0 {
		row.Line = refused.Line
	}
	i := item{Row: row.Cleaned(), line: fmt.Sprintf("%s:%d", file.Name(), row.Line)}
	if err != nil {
		if !isRefused {
			err = fmt.Errorf("%s: %w", file.Name(), err)
		}
		return i, err
	}
	i.seconds = int64(row.Duration.Round(time.Second) / time.Second)
	i.from = row.Start.Truncate(time.Second)
	if row.Start.IsZero() {
		i.from = time.Time{}
	}
	i.emptiedTags = len(row.Tags) - len(i.Tags)
	if timefile.IsEmptied(row.Client, i.Client) || timefile.IsEmptied(row.Project, i.Project) ||
		timefile.IsEmptied(row.Task, i.Task) {
		return i, timefile.Refused{Line: row.Line, Reason: "a name has no characters that show"}
	}
	if err := x.addClient(&i.Row); err != nil {
		return i, err
	}
	if reason := x.refuse(i.Row); reason != "" {
		return i, timefile.Refused{Line: row.Line, Reason: reason}
	}
	var ok bool
	if i.user, ok = x.people.userOf(row.Person); !ok {
		return i, errUnmapped
	}
	return i, nil
}

// errUnmapped is the reason of rows whose person is no member. The plan lists these people.
var errUnmapped = timefile.Refused{Reason: "the person is not mapped to a member"}
