package commands

import (
	"time"

	"github.com/schollz/progressbar/v3"
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
		p.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(a.Err), progressbar.OptionShowCount(), progressbar.OptionSetWidth(30),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetPredictTime(true), progressbar.OptionSetRenderBlankState(true),
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
