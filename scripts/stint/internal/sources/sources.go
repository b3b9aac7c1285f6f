// Package sources joins what an import reads: a row for each service.
package sources

import (
	"slices"

	"stint/scripts/stint/internal/sources/clockify"
	"stint/scripts/stint/internal/sources/csvfile"
	"stint/scripts/stint/internal/sources/harvest"
	"stint/scripts/stint/internal/sources/kimai"
	"stint/scripts/stint/internal/sources/solidtime"
	"stint/scripts/stint/internal/sources/stintfolder"
	"stint/scripts/stint/internal/sources/toggl"
	"stint/scripts/stint/internal/timefile"
)

// All are all sources, in the order of help texts.
func All() []timefile.Source {
	return timefile.Join(
		toggl.Source,
		clockify.Source,
		harvest.Source,
		kimai.Source,
		solidtime.Source,
		csvfile.Source,
		stintfolder.Source,
	)
}

// Find returns the source with a name.
func Find(name string) (timefile.Source, bool) {
	all := All()
	if i := slices.IndexFunc(all, func(s timefile.Source) bool { return s.Name == name }); i >= 0 {
		return all[i], true
	}
	return timefile.Source{}, false
}
