package commands

import (
	"fmt"
	"time"

	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/screen"
)

// reading shows on a terminal how much was read for the plan of an import.
type reading struct {
	a     *app
	isOn  bool
	read  importer.Read
	shown time.Time
	width int // of the line that is shown; 0 before the first one
}

// readingPause is the least time between two lines.
const readingPause = 100 * time.Millisecond

func (a *app) newReading() *reading { return &reading{a: a, isOn: a.ErrTerminal && !a.screen.JSON} }

// show shows how much was read, unless the line before was shown a moment ago.
func (r *reading) show(n importer.Read) {
	r.read = n
	if now := r.a.Now(); r.isOn && now.Sub(r.shown) >= readingPause {
		r.shown = now
		r.print()
	}
}

// end shows all that was read, and ends the line.
func (r *reading) end() {
	if r.width > 0 {
		r.print()
		r.a.note("")
	}
}

// print replaces the line.
func (r *reading) print() {
	line := "Read: " + rowCount(r.read.Rows)
	if r.read.Again > 0 {
		line += fmt.Sprintf(" (%d again)", r.read.Again)
	}
	line += ", " + screen.Counted(r.read.Entries, "entry", "entries") + " of the workspace"
	_, _ = fmt.Fprintf(r.a.Err, "\r%-*s", r.width, line)
	r.width = len(line)
}
