package commands

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/screen"
)

// progress shows how many rows are done: a bar if standard error is a terminal, and lines elsewhere.
type progress struct {
	a           *app
	bar         *progressbar.ProgressBar // nil without a terminal
	done, total int
	shown       int
}

// lineEvery is the rows between two lines, where there is no terminal.
const lineEvery = 5_000

func (a *app) newProgress(total int) *progress {
	p := &progress{a: a, total: total}
	if a.ErrTerminal && !a.screen.JSON {
		p.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(a.Err), progressbar.OptionShowCount(),
			progressbar.OptionSetWidth(30), progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetPredictTime(true), progressbar.OptionSetRenderBlankState(true),
			progressbar.OptionOnCompletion(func() { a.note("") }))
	}
	return p
}

// add adds rows that are done.
func (p *progress) add(rows int) {
	p.done += rows
	if p.bar != nil {
		_ = p.bar.Set(p.done)
		return
	}
	if p.done-p.shown >= lineEvery && p.done < p.total {
		p.shown = p.done
		p.a.note("%d of %d", p.done, p.total)
	}
}

// end ends the bar. Of an import that failed, the bar stays where it was.
func (p *progress) end() {
	if p.bar != nil && p.done < p.total {
		_ = p.bar.Exit()
		p.a.note("")
	}
}

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
